package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The stored outcome of an operation.
 *
 * @param kind whether the operation returned or failed, and whether its result is stored
 * @param content the text to store; {@code null} if there is none
 * @since 0.1.0
 */
public record StoredOutcome(Kind kind, @Nullable String content) {

    /** The outcome of an operation without a result. */
    public static final StoredOutcome NOTHING = new StoredOutcome(Kind.RETURNED, null);

    /** The outcome of an operation whose result is not stored. */
    public static final StoredOutcome UNKEPT = new StoredOutcome(Kind.UNKEPT, null);

    /** The kind of an outcome. Stores may persist the names of these constants. */
    public enum Kind {
        /** The operation returned: the content is the value as JSON, or {@code null} for {@code void}. */
        RETURNED,
        /** The operation returned a value that is not stored. */
        UNKEPT,
        /** The operation failed for good: the content describes the exception. */
        FAILED
    }

    /**
     * {@return the outcome of an operation that returned the given value}
     *
     * @param json the value as JSON
     */
    public static StoredOutcome returned(String json) {
        return new StoredOutcome(Kind.RETURNED, json);
    }
}
