package io.backoff.engine;

import io.backoff.Internal;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that callers are in. What a failed attempt wrote in one could not be undone before the next attempt,
 * or the transaction can only be rolled back by then.
 */
@Internal
public interface CallerTransactions {

    /** There are no transactions. */
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

    /** Whether the current thread is in a transaction that can only be rolled back. */
    boolean isRollbackOnly();

    /** The transactions of a method; {@code null} for one that runs in none. */
    @Nullable
    MethodTransactions of(Method method, Class<?> targetClass);
}
