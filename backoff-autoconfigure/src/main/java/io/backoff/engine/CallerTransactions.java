package io.backoff.engine;

import java.lang.reflect.Method;

/**
 * Recognizes calls that would be part of a transaction of their caller. Such a call makes one attempt: what a failed
 * attempt wrote could not be undone before the next one, or the transaction can only be rolled back by then.
 */
@FunctionalInterface
public interface CallerTransactions {

    /** There are no transactions. */
    CallerTransactions NONE = () -> false;

    /** Whether the current thread is in a transaction. */
    boolean isActive();

    /** Whether a method that is called in a transaction runs in it, rather than in one of its own or in none. */
    default boolean joins(Method method, Class<?> targetClass) {
        return true;
    }
}
