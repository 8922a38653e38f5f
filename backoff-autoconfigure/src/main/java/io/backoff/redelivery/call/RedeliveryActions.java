package io.backoff.redelivery.call;

import java.util.Locale;

/** Is told of what becomes of stored calls. */
@FunctionalInterface
public interface RedeliveryActions {

    /** Tells nobody. */
    RedeliveryActions NONE = (method, action) -> {};

    /** What becomes of a stored call. */
    enum Action {
        /** It is in the database. */
        STORED,
        /** It has succeeded. */
        DELIVERED,
        /** It is a dead letter. */
        BURIED,
        /** It was a dead letter, and is made again. */
        REDRIVEN,
        /** It was a dead letter, and is no more. */
        DELETED;

        public String tag() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Counts an action.
     *
     * @param method what stored calls know the method by
     */
    void count(String method, Action action);
}
