package io.backoff.server;

/**
 * The thresholds at which an overloaded server forbids retries.
 *
 * <p>There are two, since neither signal is always visible: callers without budgets retry more the more they are
 * rejected, whereas retries of callers with budgets never exceed a tenth of their requests, and cease once all requests
 * are rejected.
 *
 * @param share retries per request
 * @param ratio rejections per request
 */
public record Thresholds(double share, double ratio) {

    /** Minimum number of requests: shares of fewer are not significant. */
    private static final long FEWEST = 100;

    RetryAdvice judge(RequestCounts counts) {
        boolean noRetry =
                counts.requests() >= FEWEST && (counts.retryShare() >= share || counts.rejectionRatio() >= ratio);
        return noRetry ? RetryAdvice.NO_RETRY : RetryAdvice.RETRYABLE;
    }
}
