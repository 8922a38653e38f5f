package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * How an operation ended, as a store keeps it.
 *
 * @param kind what the content is
 * @param content the text to keep, {@code null} when there is none
 */
public record StoredOutcome(Kind kind, @Nullable String content) {

    /** A return without a value. */
    public static final StoredOutcome NOTHING = new StoredOutcome(Kind.RETURNED, null);

    /** A return whose value is not kept. */
    public static final StoredOutcome UNKEPT = new StoredOutcome(Kind.UNKEPT, null);

    /** What can be kept. Stores may write the names. */
    public enum Kind {
        /** It returned: the content is the value as JSON, or {@code null} for {@code void}. */
        RETURNED,
        /** It returned something that is not kept. */
        UNKEPT,
        /** It failed for good: the content describes the exception. */
        FAILED
    }

    /** It returned this value. */
    public static StoredOutcome returned(String json) {
        return new StoredOutcome(Kind.RETURNED, json);
    }
}
