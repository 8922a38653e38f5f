package io.backoff.engine.execution;

import io.backoff.engine.CallerTransactions;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a call begins in.
 *
 * @param transactions reports its state
 * @param thread the thread that is in it; {@code null} if there is no transaction that attempts could spoil
 */
record SurroundingTransaction(
        CallerTransactions transactions, @Nullable Thread thread) {

    private static final SurroundingTransaction NONE = new SurroundingTransaction(CallerTransactions.NONE, null);

    /** The transaction of the current thread. A rollback-only one does not count: attempts do not depend on it. */
    static SurroundingTransaction of(CallerTransactions transactions) {
        return transactions.isActive() && !transactions.isRollbackOnly()
                ? new SurroundingTransaction(transactions, Thread.currentThread())
                : NONE;
    }

    /** Whether it has become rollback-only since the call began. Other threads are not in it, and cannot know. */
    boolean isSpoiled() {
        return thread == Thread.currentThread() && transactions.isActive() && transactions.isRollbackOnly();
    }
}
