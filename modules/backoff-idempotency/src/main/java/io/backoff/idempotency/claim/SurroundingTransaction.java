package io.backoff.idempotency.claim;

import java.util.function.Consumer;

/** The transaction around a call: the call's effects become permanent when it commits. */
@FunctionalInterface
public interface SurroundingTransaction {

    /** No transaction: effects are permanent immediately. */
    SurroundingTransaction NONE = then -> then.accept(Ending.COMMITTED);

    /** Reports how the thread's transaction ends, when it does; immediately if there is none. */
    void whenEnded(Consumer<Ending> then);

    /**
     * Checks the thread's transaction before it commits. If the check throws, the transaction is rolled back, and the
     * code that commits it gets the exception.
     *
     * @return whether there is a transaction
     */
    default boolean beforeCommit(Runnable check) {
        return false;
    }

    /** The ways in which a transaction ends. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** The transaction manager does not know. */
        UNKNOWN
    }
}
