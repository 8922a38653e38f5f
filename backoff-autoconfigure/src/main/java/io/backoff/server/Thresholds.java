package io.backoff.server;

/**
 * The thresholds at which an overloaded server forbids retries.
 *
 * <p>There are two thresholds because either share alone reveals only some of the callers. The share of retries reveals
 * callers without budgets, because rejections make them retry more. Callers with budgets retry at most a tenth of their
 * requests, and not at all when all requests are rejected, so only the ratio of rejections reveals them.
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
