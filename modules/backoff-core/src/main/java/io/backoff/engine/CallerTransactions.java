package io.backoff.engine;

import io.backoff.Internal;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the caller's transaction, which limits retries: a failed attempt either marks the transaction rollback-only,
 * or leaves writes in it that cannot be undone before the next attempt. What a call has written becomes permanent when
 * the transaction commits.
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

    /** {@return whether the current thread is in a transaction} */
    boolean isActive();

    /** {@return whether the current thread is in a rollback-only transaction} */
    boolean isRollbackOnly();

    /**
     * Reports the outcome of what the current thread has written in its transaction: when the transaction has ended, or
     * when a rollback to an earlier savepoint has undone the writes. If there is no transaction, reports {@code
     * COMMITTED} immediately.
     *
     * @param then receives the outcome
     */
    default void whenEnded(Consumer<Ending> then) {
        then.accept(Ending.COMMITTED);
    }

    /**
     * Registers a check that runs before the transaction of the current thread commits, unless a rollback to an earlier
     * savepoint has undone what the thread has written so far. If the check throws, the transaction is rolled back, and
     * the committing code gets the exception.
     *
     * @param check called before the commit; throws to roll the transaction back
     * @return whether there is a transaction
     */
    default boolean beforeCommit(Runnable check) {
        return false;
    }

    /**
     * {@return the transactions that a method declares; {@code null} if it declares none}
     *
     * @param method the method of the target class
     * @param targetClass the class of the target
     */
    @Nullable
    MethodTransactions of(Method method, Class<?> targetClass);

    /**
     * {@return the transactions that a method declares, if they make the method run outside its caller's transaction;
     * otherwise {@code null}} Such a method runs in a transaction of its own or in none. If the caller's transaction is
     * rolled back, the writes of the method remain.
     *
     * @param method the method of the target class
     * @param targetClass the class of the target
     */
    default @Nullable MethodTransactions independent(Method method, Class<?> targetClass) {
        return null;
    }

    /** The outcome of a transaction. */
    enum Ending {
        /** The transaction was committed. */
        COMMITTED,
        /** The transaction was rolled back, entirely or to an earlier savepoint. */
        ROLLED_BACK,
        /** The transaction manager does not know the outcome. */
        UNKNOWN
    }
}
