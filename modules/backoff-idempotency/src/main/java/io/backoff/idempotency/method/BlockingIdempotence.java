package io.backoff.idempotency.method;

import io.backoff.aop.AsyncReturnTypes;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Handles methods whose operation has ended when they return. */
final class BlockingIdempotence implements IdempotentAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return !AsyncReturnTypes.isPossible(method, returned);
    }

    @Override
    public ResolvableType resultOf(ResolvableType returned) {
        return returned;
    }

    @Override
    public boolean asynchronous() {
        return false;
    }

    @Override
    public @Nullable Object call(IdempotentCall call) throws Throwable {
        IdempotentCall.Begun begun = call.begin(call.context());
        if (begun.isDuplicate()) {
            return begun.replay();
        }
        Object result = proceed(call, begun);
        begun.returned(result);
        return result;
    }

    private static @Nullable Object proceed(IdempotentCall call, IdempotentCall.Begun begun) throws Throwable {
        try {
            return call.proceed();
        } catch (Throwable failure) {
            begun.threw(failure);
            throw failure;
        }
    }
}
