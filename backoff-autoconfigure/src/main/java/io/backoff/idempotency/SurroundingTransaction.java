package io.backoff.idempotency;

import java.util.function.Consumer;

/** The transaction that a call is made in, further out: what the call has done holds when that commits. */
@FunctionalInterface
public interface SurroundingTransaction {

    /** Transactions are unknown: what a call has done holds. */
    SurroundingTransaction NONE = then -> then.accept(Ending.COMMITTED);

    /** Tells how the transaction of the thread ends, when it does; at once where there is none. */
    void whenEnded(Consumer<Ending> then);

    /** How a transaction ends. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** Nobody can tell. */
        UNKNOWN
    }
}
