package io.backoff.server;

/**
 * The thresholds at which an overloaded server forbids retries.
 *
 * <p>There are two thresholds because callers differ. Callers without budgets retry more when they are rejected, so the
 * share of retries rises. Callers with budgets retry at most a tenth of their requests, and none when all requests are
 * rejected, so only the ratio of rejections rises.
 *
 * @param share retries per request
 * @param ratio rejections per request
 */
public record Thresholds(double share, double ratio) {

    /** With fewer requests, the shares are not significant. */
    private static final long FEWEST = 100;

    RetryAdvice judge(RequestCounts counts) {
        boolean noRetry =
                counts.requests() >= FEWEST && (counts.retryShare() >= share || counts.rejectionRatio() >= ratio);
        return noRetry ? RetryAdvice.NO_RETRY : RetryAdvice.RETRYABLE;
    }
}
