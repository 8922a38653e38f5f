package io.backoff.http.server;

/**
 * From when on an overloaded server asks for no retries.
 *
 * <p>Two signs, since each hides at times: callers without budgets retry more the more they are rejected, whereas those
 * with budgets never make more than a tenth of their requests retries, and none at all once everything is rejected.
 *
 * @param share retries per request
 * @param ratio rejections per request
 */
record Thresholds(double share, double ratio) {

    /** Of fewer requests a share says nothing. */
    private static final long FEWEST = 100;

    RetryAdvice judge(RequestCounts counts) {
        boolean noRetry =
                counts.requests() >= FEWEST && (counts.retryShare() >= share || counts.rejectionRatio() >= ratio);
        return noRetry ? RetryAdvice.NO_RETRY : RetryAdvice.RETRYABLE;
    }
}
