package io.backoff.idempotency.claim;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Runs operations in a transaction that the store can join. */
public interface TransactionBoundary {

    /**
     * Refuses a method that would run outside of a transaction.
     *
     * @throws IllegalArgumentException says why
     */
    void check(Method method, Class<?> targetClass);

    /** Runs the work in the transaction of the thread, or in one of its own, which any failure rolls back. */
    @Nullable
    Object call(Work work) throws Throwable;

    /** What runs in the transaction. */
    @FunctionalInterface
    interface Work {

        @Nullable
        Object run() throws Throwable;
    }
}
