package io.backoff.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The attempt in progress on the current thread.
 *
 * <pre>{@code
 * boolean last = CurrentAttempt.get().map(CurrentAttempt::isLast).orElse(true);
 * }</pre>
 *
 * <p>In nested calls, this is the attempt of the innermost call.
 *
 * @since 0.1.0
 */
public interface CurrentAttempt {

    /** {@return the attempt of the current thread; empty outside a guarded call} */
    static Optional<CurrentAttempt> get() {
        return RetryScopeHolder.current() instanceof CurrentAttempt attempt ? Optional.of(attempt) : Optional.empty();
    }

    /** {@return the number of the attempt, from 1; 0 in the fallback of a call that ended before its first attempt} */
    int number();

    /** {@return the maximum number of attempts; empty if unlimited} */
    OptionalInt maxAttempts();

    /** {@return whether this is the last permitted attempt} The deadline or the budget may end the call earlier. */
    boolean isLast();

    /** {@return time since the call began} */
    Duration elapsed();

    /**
     * {@return the remaining time until the deadline of the call, never negative; empty if the call has no deadline, as
     * under a disabled policy}
     * The deadline is the end of {@code max-elapsed} or the deadline of the enclosing call, attempt or request,
     * whichever is earlier. With {@code backoff.deadlines: independent}, enclosing deadlines do not count.
     */
    Optional<Duration> remaining();

    /**
     * {@return the failure of the previous attempt; empty in the first attempt, and if the previous one returned a
     * result}
     */
    Optional<Throwable> lastFailure();

    /** {@return the name of the policy} */
    String policy();
}
