package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import org.jspecify.annotations.Nullable;

/** One intercepted call, whatever intercepted it. */
public interface Invocation {

    /** Lets the call through as it is, for a method that nothing guards. To be called once, and alone. */
    @Nullable
    Object proceed() throws Throwable;

    /**
     * Makes one attempt to reach the target; may be called again, on any thread.
     *
     * @param adapter may replace the arguments of the caller for this attempt
     */
    @Nullable
    Object attempt(ReturnTypeAdapter adapter) throws Throwable;

    /** Whether the transaction that the method declares has begun before this call reached us. */
    boolean isInside(MethodTransactions transactions);

    /** The object that the method is called on; {@code null} for a static method. */
    @Nullable
    Object target();

    /** The arguments of the caller. */
    @Nullable
    Object[] arguments();
}
