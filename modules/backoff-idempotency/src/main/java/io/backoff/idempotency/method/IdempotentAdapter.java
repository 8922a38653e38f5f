package io.backoff.idempotency.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Carries out the calls of methods with certain return types. */
public interface IdempotentAdapter {

    /** Whether this adapter handles methods like this one. */
    boolean supports(Method method, Class<?> returned);

    /** Returns the type of a call's result; for a future, the type of its value. */
    ResolvableType resultOf(ResolvableType returned);

    /** Whether the operation continues after the method has returned. */
    boolean asynchronous();

    /** Makes one call. */
    @Nullable
    Object call(IdempotentCall call) throws Throwable;
}
