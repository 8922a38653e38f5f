package io.backoff.sample.dashboard;

import io.backoff.sample.settlement.SettlementJob.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Settlements in bulk, and their pace.
 *
 * @param limit settlements per second that the provider allows; {@code null} without a limit
 * @param pace attempts per second that may begin; {@code null} while they are not paced, and between jobs
 * @param waiting number of attempts that wait for the pace
 * @param admitted requests that the provider admitted since the start or, in a result of {@link #since}, since the
 *     earlier reading
 * @param throttled requests that the provider rejected, over the same time
 * @param job progress of the job
 */
record Settlements(
        @Nullable Double limit, @Nullable Double pace, int waiting, long admitted, long throttled, Progress job) {

    /** Returns a copy that counts only the requests made since an earlier reading. */
    Settlements since(Settlements earlier) {
        return new Settlements(limit, pace, waiting, admitted - earlier.admitted, throttled - earlier.throttled, job);
    }
}
