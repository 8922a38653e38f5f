package io.backoff.aop;

import org.jspecify.annotations.Nullable;

/** One call of a guarded method, however it was intercepted. */
interface Invocation {

    /** Lets one attempt through to the target; may be called again. */
    @Nullable
    Object proceed() throws Throwable;

    /** The object that the method is called on. */
    Object target();

    /** The arguments of the caller. */
    @Nullable
    Object[] arguments();
}
