package io.backoff.idempotency.claim;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Runs operations in a transaction that the store can join. */
public interface TransactionBoundary {

    /**
     * Rejects a method that would run outside a transaction or in a read-only one.
     *
     * @throws IllegalArgumentException if the method is rejected, with the reason as the message
     */
    void check(Method method, Class<?> targetClass);

    /**
     * Runs the work in the thread's transaction. If there is none, begins a transaction, and rolls it back after any
     * failure.
     */
    @Nullable
    Object call(Work work) throws Throwable;

    /** The work that runs in the transaction. */
    @FunctionalInterface
    interface Work {

        @Nullable
        Object run() throws Throwable;
    }
}
