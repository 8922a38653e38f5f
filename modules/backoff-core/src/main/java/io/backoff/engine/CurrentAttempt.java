package io.backoff.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The attempt that the current thread is making.
 *
 * <pre>{@code
 * boolean last = CurrentAttempt.get().map(CurrentAttempt::isLast).orElse(true);
 * }</pre>
 *
 * <p>In nested calls, this is the attempt of the innermost call.
 */
public interface CurrentAttempt {

    /** The attempt of the current thread; empty outside a guarded call. */
    static Optional<CurrentAttempt> get() {
        return RetryScopeHolder.current() instanceof CurrentAttempt attempt ? Optional.of(attempt) : Optional.empty();
    }

    /** Number of the attempt, from 1; 0 in the fallback of a call that had no time for an attempt. */
    int number();

    /** The maximum number of attempts; empty if unlimited. */
    OptionalInt maxAttempts();

    /** Whether the maximum number of attempts is reached. Time and budget may end a call earlier. */
    boolean isLast();

    /** Time since the call began. */
    Duration elapsed();

    /**
     * Time left for the call, never negative; empty if unbounded. The time ends with {@code max-elapsed}, or earlier: with
     * the call, the attempt or the request that the call is made in, unless {@code backoff.deadlines} is
     * {@code independent}.
     */
    Optional<Duration> remaining();

    /** The failure of the previous attempt; empty in the first attempt, and if the previous one returned a result. */
    Optional<Throwable> lastFailure();

    /** Name of the policy. */
    String policy();
}
