package io.backoff.redelivery.call;

import java.util.Locale;

/** Counts actions on stored calls. */
@FunctionalInterface
public interface RedeliveryActions {

    /** Counts nothing. */
    RedeliveryActions NONE = (method, action) -> {};

    /** An action on a stored call. */
    enum Action {
        /** The call has been stored. */
        STORED,
        /** The call has succeeded. */
        DELIVERED,
        /** The call has become a dead letter. */
        BURIED,
        /** The dead letter has become a waiting call again. */
        REDRIVEN,
        /** The dead letter has been deleted. */
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
