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
 * <p>With nested calls, the innermost.
 */
public interface CurrentAttempt {

    /** The attempt of the current thread; empty outside a guarded call. */
    static Optional<CurrentAttempt> get() {
        return RetryScopeHolder.current() instanceof CurrentAttempt attempt ? Optional.of(attempt) : Optional.empty();
    }

    /** Number of the attempt, from 1. */
    int number();

    /** Attempts permitted in all; empty when unlimited. */
    OptionalInt maxAttempts();

    /** Whether the number of attempts permits no further one. Time and budget may end a call earlier. */
    boolean isLast();

    /** Time since the call began. */
    Duration elapsed();

    /** Time left of {@code max-elapsed}, never negative; empty without such a bound. */
    Optional<Duration> remaining();

    /** How the previous attempt failed; empty in the first attempt, and when the previous one returned something. */
    Optional<Throwable> lastFailure();

    /** Name of the policy. */
    String policy();
}
