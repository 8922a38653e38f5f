package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import io.backoff.result.ResultKind;
import org.jspecify.annotations.Nullable;

/** One intercepted call, through a proxy or in woven code. */
public interface Invocation {

    /** Lets the call through unguarded. Call it once, and without {@link #attempt}. */
    @Nullable
    Object proceed() throws Throwable;

    /**
     * Makes one attempt to reach the target; may be called repeatedly, on any thread.
     *
     * @param kind may replace the caller's arguments for this attempt
     */
    @Nullable
    Object attempt(ResultKind kind) throws Throwable;

    /** Whether the transaction that the method declares began before this call reached us. */
    boolean isInside(MethodTransactions transactions);

    /** The object that the method is called on; {@code null} for a static method. */
    @Nullable
    Object target();

    /** The arguments of the caller. */
    @Nullable
    Object[] arguments();
}
