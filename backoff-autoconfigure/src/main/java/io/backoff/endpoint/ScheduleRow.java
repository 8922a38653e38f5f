package io.backoff.endpoint;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The delay before an attempt, in ISO-8601.
 *
 * @param attempt the number of the attempt; 2 is the first retry
 * @param min shortest possible delay
 * @param expected mean delay
 * @param max upper bound
 */
public record ScheduleRow(int attempt, String min, String expected, String max) {

    private static final int MOST = 16;

    /** The delay before each attempt under a policy, at most 16 rows. */
    public static List<ScheduleRow> of(BackoffPolicy policy) {
        return of(policy, policy::schedule);
    }

    /** The delay before each attempt for a callee that throttles every attempt, at most 16 rows. */
    public static List<ScheduleRow> throttled(BackoffPolicy policy) {
        return of(policy, policy::throttledSchedule);
    }

    private static List<ScheduleRow> of(BackoffPolicy policy, IntFunction<List<ScheduledDelay>> rows) {
        int lastShown = policy.waitFirst() ? MOST : MOST + 1;
        int last = policy.limits().unlimited()
                ? lastShown
                : Math.min(policy.limits().maxAttempts(), lastShown);
        return rows.apply(last).stream().map(ScheduleRow::of).toList();
    }

    private static ScheduleRow of(ScheduledDelay delay) {
        return new ScheduleRow(
                delay.attempt(),
                delay.min().toString(),
                delay.expected().toString(),
                delay.max().toString());
    }
}
