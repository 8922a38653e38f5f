package io.backoff.engine;

import io.backoff.Internal;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the caller's transaction. A failed attempt either leaves writes in that transaction, which cannot be undone
 * before the next attempt, or marks it rollback-only. The effects of a call are permanent once the transaction commits.
 */
@Internal
public interface CallerTransactions {

    /** Reports no transactions. */
    CallerTransactions NONE = new CallerTransactions() {
        @Override
        public boolean isActive() {
            return false;
        }

        @Override
        public boolean isRollbackOnly() {
            return false;
        }

        @Override
        public @Nullable MethodTransactions of(Method method, Class<?> targetClass) {
            return null;
        }
    };

    /** Whether the current thread is in a transaction. */
    boolean isActive();

    /** Whether the current thread is in a rollback-only transaction. */
    boolean isRollbackOnly();

    /** Calls back when the transaction of the current thread has ended, or immediately if there is none. */
    default void whenEnded(Consumer<Ending> then) {
        then.accept(Ending.COMMITTED);
    }

    /**
     * Registers a check that runs before the transaction of the current thread commits. If the check throws, the
     * transaction is rolled back, and the committing code gets the exception.
     *
     * @return whether there is a transaction
     */
    default boolean beforeCommit(Runnable check) {
        return false;
    }

    /** The transactions that a method declares; {@code null} if it declares none. */
    @Nullable
    MethodTransactions of(Method method, Class<?> targetClass);

    /** The outcome of a transaction. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** The transaction manager does not know the outcome. */
        UNKNOWN
    }
}
