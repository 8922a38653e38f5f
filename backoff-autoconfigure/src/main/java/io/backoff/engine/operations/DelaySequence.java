package io.backoff.engine.operations;

import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The delays between the runs of a task: each is the next delay of the policy, until a reset restarts them. Attempts,
 * time and budget of the policy are ignored. Safe for use by many threads.
 */
public final class DelaySequence {

    private final Supplier<BackoffPolicy> policy;
    private final RandomGenerator random;
    private int waits;
    private long previous;

    /**
     * Creates a sequence that starts with the first delay.
     *
     * @param policy called for each delay, so that changes at run time take effect
     * @param random used by one thread at a time
     */
    public DelaySequence(Supplier<BackoffPolicy> policy, RandomGenerator random) {
        this.policy = policy;
        this.random = random;
    }

    /** Draws the next delay. */
    public synchronized Duration next() {
        waits = waits == Integer.MAX_VALUE ? waits : waits + 1;
        previous = policy.get().delay().nanos(waits, previous, random);
        return Duration.ofNanos(previous);
    }

    /** Makes the next delay the first again. */
    public synchronized void reset() {
        waits = 0;
        previous = 0;
    }
}
