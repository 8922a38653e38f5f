package io.backoff.aop;

import org.jspecify.annotations.Nullable;

/** One call of a guarded method, however it was intercepted. */
public interface Invocation {

    /** Lets one attempt through to the target; may be called again. */
    @Nullable
    Object proceed() throws Throwable;

    /** Lets one attempt through with the arguments that the driver makes of those of the caller. */
    default @Nullable Object proceed(CallDriver driver) throws Throwable {
        return proceed();
    }

    /** The object that the method is called on; {@code null} for a static method. */
    @Nullable
    Object target();

    /** The arguments of the caller. */
    @Nullable
    Object[] arguments();
}
