package io.backoff.redelivery.call;

import java.util.Locale;

/** Counts what happens to stored calls. */
@FunctionalInterface
public interface RedeliveryActions {

    /** Counts nothing. */
    RedeliveryActions NONE = (method, action) -> {};

    /** A change of a stored call. */
    enum Action {
        /** The call is in the database. */
        STORED,
        /** The call has succeeded. */
        DELIVERED,
        /** The call has become a dead letter. */
        BURIED,
        /** The dead letter is a waiting call again. */
        REDRIVEN,
        /** The dead letter is deleted. */
        DELETED;

        public String tag() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Counts an action.
     *
     * @param method key of the method, see {@link CallId#key(String)}
     */
    void count(String method, Action action);
}
