package io.backoff.idempotency.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Carries out the calls of methods with certain return types. */
public interface IdempotentAdapter {

    /** Whether it is for methods like this one. */
    boolean supports(Method method, Class<?> returned);

    /** What a call results in: of a future, what that yields. */
    ResolvableType resultOf(ResolvableType returned);

    /** Whether the operation goes on after the method has returned. */
    boolean asynchronous();

    /** Makes one call. */
    @Nullable
    Object call(IdempotentCall call) throws Throwable;
}
