package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the policy ends the polling after a result that is not accepted.
 *
 * <pre>{@code
 * try {
 *     return operations.poll("status", () -> client.status(id), Status::isFinal);
 * } catch (PollTimeoutException tooLate) {
 *     return (Status) tooLate.lastValue();
 * }
 * }</pre>
 *
 * @see BackoffOperations#poll(String, BackoffOperations.ThrowingSupplier, java.util.function.Predicate)
 * @since 0.1.0
 */
public class PollTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object lastValue;

    /**
     * Creates an exception.
     *
     * @param policy the name of the policy
     * @param lastValue the last result; {@code null} if there is none
     */
    public PollTimeoutException(String policy, @Nullable Object lastValue) {
        super("Polling under policy '" + policy + "' ended without an accepted result");
        this.lastValue = lastValue;
    }

    /** {@return the result of the last attempt} */
    public @Nullable Object lastValue() {
        return lastValue;
    }
}
