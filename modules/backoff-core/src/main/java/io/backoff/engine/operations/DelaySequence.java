package io.backoff.engine.operations;

import io.backoff.classify.RetryCause;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The delays between the runs of a task: the delays of a policy in order, until a reset restarts them. The policy's
 * limits and budget do not apply. Safe for use by many threads.
 */
public final class DelaySequence {

    // An absurd Retry-After must not stall the sequence. The bound for HTTP responses is the same.
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    private final Supplier<BackoffPolicy> policy;
    private final RandomGenerator random;
    private int waits;
    private long previous;

    /**
     * Creates a sequence that starts with the first delay.
     *
     * @param policy supplies the policy for each delay, so that changes at run time take effect
     * @param random the source of the jitter; used by one thread at a time
     */
    public DelaySequence(Supplier<BackoffPolicy> policy, RandomGenerator random) {
        this.policy = policy;
        this.random = random;
    }

    /** Draws the next delay. */
    public Duration next() {
        return next(RetryCause.OTHER, null);
    }

    /**
     * Draws the next delay after a run that failed.
     *
     * @param cause the cause of the failure
     * @param retryAfter the Retry-After delay, of which at most an hour counts; {@code null} if there is none
     */
    public synchronized Duration next(RetryCause cause, @Nullable Duration retryAfter) {
        waits = waits == Integer.MAX_VALUE ? waits : waits + 1;
        Delays delays = policy.get().delays();
        previous = delays.after(cause).nanos(waits, previous, random);
        return delays.extended(previous, bounded(retryAfter), Delays.UNLIMITED, random);
    }

    private static @Nullable Duration bounded(@Nullable Duration retryAfter) {
        return retryAfter != null && retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : retryAfter;
    }

    /** Restarts the sequence with the first delay. */
    public synchronized void reset() {
        waits = 0;
        previous = 0;
    }
}
