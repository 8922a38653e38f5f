package io.backoff.engine;

import io.backoff.Internal;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the transactions that callers are in. A failed attempt leaves writes in such a transaction that cannot
 * be undone before the next attempt, or has marked the transaction rollback-only.
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

    /** The transactions of a method; {@code null} if it runs in none. */
    @Nullable
    MethodTransactions of(Method method, Class<?> targetClass);
}
