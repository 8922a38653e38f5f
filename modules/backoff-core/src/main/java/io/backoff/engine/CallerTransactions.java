package io.backoff.engine;

import io.backoff.Internal;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that callers are in. A failed attempt leaves writes in such a transaction that cannot be undone before
 * the next attempt, or has marked the transaction rollback-only. What a call has done is permanent once its transaction
 * commits.
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

    /** Reports how the transaction of the current thread ends, when it does; immediately if there is none. */
    default void whenEnded(Consumer<Ending> then) {
        then.accept(Ending.COMMITTED);
    }

    /**
     * Checks the transaction of the current thread before it commits. If the check throws, the transaction is rolled
     * back, and the code that commits it gets the exception.
     *
     * @return whether there is a transaction
     */
    default boolean beforeCommit(Runnable check) {
        return false;
    }

    /** The transactions of a method; {@code null} if it runs in none. */
    @Nullable
    MethodTransactions of(Method method, Class<?> targetClass);

    /** The ways in which a transaction ends. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** The transaction manager does not know. */
        UNKNOWN
    }
}
