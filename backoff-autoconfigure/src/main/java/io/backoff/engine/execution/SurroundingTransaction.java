package io.backoff.engine.execution;

import io.backoff.engine.CallerTransactions;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a call begins in.
 *
 * @param transactions knows what becomes of it
 * @param thread the thread that is in it; {@code null} where there is none that attempts could spoil
 */
record SurroundingTransaction(
        CallerTransactions transactions, @Nullable Thread thread) {

    private static final SurroundingTransaction NONE = new SurroundingTransaction(CallerTransactions.NONE, null);

    /** That of the current thread. One that can only be rolled back is none: attempts do not depend on it. */
    static SurroundingTransaction of(CallerTransactions transactions) {
        return transactions.isActive() && !transactions.isRollbackOnly()
                ? new SurroundingTransaction(transactions, Thread.currentThread())
                : NONE;
    }

    /** Whether it can only be rolled back since the call began. Other threads are not in it, and cannot tell. */
    boolean isSpoiled() {
        return thread == Thread.currentThread() && transactions.isActive() && transactions.isRollbackOnly();
    }
}
