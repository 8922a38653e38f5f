package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time of one call: what has elapsed of {@code max-elapsed}, and the delays, each drawn from the one before. A
 * superclass and not a part of the call, so that each call remains one object.
 */
public abstract sealed class TimedCall implements CurrentAttempt permits Execution {

    // Timers are late. An attempt must start within max-elapsed even if its delay is the end of the spread.
    private static final Duration TIMER_DELAY = Duration.ofMillis(10);

    final Engine engine;
    final BackoffPolicy policy;
    final long start;
    long previousDelay;

    TimedCall(Engine engine, BackoffPolicy policy, long start) {
        this.engine = engine;
        this.policy = policy;
        this.start = start;
    }

    public BackoffPolicy policyInForce() {
        return policy;
    }

    public TimeSource time() {
        return engine.time();
    }

    /** The time, or the given one if the clock is broken or the stack is full. */
    final long nanoTimeOr(long otherwise) {
        try {
            return time().nanoTime();
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    /**
     * The delay before attempt 1; zero unless the policy waits first. Attempt 1 is always made, so its delay is cut to
     * {@code max-elapsed}.
     */
    public Duration initialDelay() {
        if (!policy.waitFirst() || !policy.enabled()) {
            return Duration.ZERO;
        }
        Duration delay = delayBefore(1, RetryCause.OTHER, null);
        return fits(delay) ? delay : policy.limits().maxElapsed();
    }

    /**
     * Draws the delay before an attempt, and extends it to the delay that the callee asked for, if any.
     *
     * @param cause why the attempt is made
     */
    final Duration delayBefore(int attempt, RetryCause cause, @Nullable Duration hint) {
        previousDelay = draw(attempt, cause);
        Duration longest = hint == null ? Delays.UNLIMITED : spreadEnd();
        return policy.delays().extended(previousDelay, hint, longest, time().random());
    }

    private Duration spreadEnd() {
        return policy.limits()
                .remaining(elapsed())
                .map(left -> left.minus(TIMER_DELAY))
                .orElse(Delays.UNLIMITED);
    }

    /** Draws the delay before an attempt, in nanoseconds. */
    final long draw(int attempt, RetryCause cause) {
        return policy.delays().after(cause).nanos(policy.ordinal(attempt), previousDelay, time().random());
    }

    /** Whether an attempt may start after the delay. */
    boolean fits(Duration delay) {
        return policy.limits().permits(delay, elapsed());
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(time().nanoTime() - start);
    }

    @Override
    public Optional<Duration> remaining() {
        return policy.limits().remaining(elapsed());
    }

    @Override
    public String policy() {
        return policy.name();
    }
}
