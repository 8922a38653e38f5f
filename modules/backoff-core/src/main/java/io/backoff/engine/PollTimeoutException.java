package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/** Thrown when polling ends without an accepted result. */
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
