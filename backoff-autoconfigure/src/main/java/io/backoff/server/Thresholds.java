package io.backoff.server;

/**
 * The thresholds at which an overloaded server forbids retries.
 *
 * <p>There are two thresholds because neither signal is always visible. Callers without budgets retry more the more
 * they are rejected. Retries of callers with budgets never exceed a tenth of their requests, and cease when all
 * requests are rejected.
 *
 * @param share retries per request
 * @param ratio rejections per request
 */
public record Thresholds(double share, double ratio) {

    /** The minimum number of requests for significant shares. */
    private static final long FEWEST = 100;

    RetryAdvice judge(RequestCounts counts) {
        boolean noRetry =
                counts.requests() >= FEWEST && (counts.retryShare() >= share || counts.rejectionRatio() >= ratio);
        return noRetry ? RetryAdvice.NO_RETRY : RetryAdvice.RETRYABLE;
    }
}
