package io.backoff.engine;

import java.lang.reflect.Method;

/**
 * Recognizes calls that would join a transaction of their caller. Such a call makes one attempt: what a failed
 * attempt wrote could not be undone before the next one, or the transaction can only be rolled back by then.
 */
public interface CallerTransactions {

    /** There are no transactions. */
    CallerTransactions NONE = new CallerTransactions() {
        @Override
        public boolean isActive() {
            return false;
        }

        @Override
        public boolean joins(Method method, Class<?> targetClass) {
            return false;
        }
    };

    /** Whether the current thread is in a transaction. */
    boolean isActive();

    /** Whether a method that is called in a transaction declares that it runs in it. */
    boolean joins(Method method, Class<?> targetClass);
}
