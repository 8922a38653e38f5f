package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of an operation, as a store keeps it.
 *
 * @param kind how the operation ended
 * @param content the text to keep; {@code null} if there is none
 */
public record StoredOutcome(Kind kind, @Nullable String content) {

    /** A return without a value. */
    public static final StoredOutcome NOTHING = new StoredOutcome(Kind.RETURNED, null);

    /** A return whose value is not kept. */
    public static final StoredOutcome UNKEPT = new StoredOutcome(Kind.UNKEPT, null);

    /** The kinds of outcomes. Stores may persist the names. */
    public enum Kind {
        /** The operation returned: the content is the value as JSON, or {@code null} for {@code void}. */
        RETURNED,
        /** The operation returned something that is not kept. */
        UNKEPT,
        /** The operation failed for good: the content describes the exception. */
        FAILED
    }

    /** Creates the outcome of an operation that returned this value. */
    public static StoredOutcome returned(String json) {
        return new StoredOutcome(Kind.RETURNED, json);
    }
}
