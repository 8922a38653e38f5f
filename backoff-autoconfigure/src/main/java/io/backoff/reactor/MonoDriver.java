package io.backoff.reactor;

import io.backoff.aop.CallDriver;
import io.backoff.engine.Guard;
import io.backoff.engine.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods that return a {@code Mono}, and suspend functions, which Spring's proxies turn into one. */
final class MonoDriver implements CallDriver {

    @Override
    public boolean supports(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            // One that returns a stream is both at once; neither half could be retried alone.
            return !isStream(method);
        }
        return method.getReturnType() == Mono.class;
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // The method was checked by supports().
    public Object call(Guard guard, Operation<@Nullable Object> operation) {
        return ReactiveRunner.mono(guard, (Operation<@Nullable Publisher<Object>>) (Operation<?>) operation);
    }

    private static boolean isStream(Method method) {
        Class<?> type = method.getReturnType();
        return type == Flux.class || type.getName().equals("kotlinx.coroutines.flow.Flow");
    }
}
