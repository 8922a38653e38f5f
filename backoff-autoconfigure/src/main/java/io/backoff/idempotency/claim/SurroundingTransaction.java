package io.backoff.idempotency.claim;

import java.util.function.Consumer;

/** The transaction that a call is made in, further out: what the call has done holds when that commits. */
@FunctionalInterface
public interface SurroundingTransaction {

    /** Transactions are unknown: what a call has done holds. */
    SurroundingTransaction NONE = then -> then.accept(Ending.COMMITTED);

    /** Tells how the transaction of the thread ends, when it does; at once where there is none. */
    void whenEnded(Consumer<Ending> then);

    /**
     * Has the transaction of the thread checked before it commits: if the check throws, it is rolled back, and whoever
     * commits it gets what was thrown.
     *
     * @return whether there is a transaction
     */
    default boolean beforeCommit(Runnable check) {
        return false;
    }

    /** How a transaction ends. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** Nobody can tell. */
        UNKNOWN
    }
}
