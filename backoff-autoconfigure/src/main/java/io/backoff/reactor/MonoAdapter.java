package io.backoff.reactor;

import io.backoff.aop.ReturnTypeAdapter;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Mono;

/** Carries out methods that return a {@code Mono}. */
final class MonoAdapter implements ReturnTypeAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Mono.class && !KotlinDetector.isSuspendingFunction(method);
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
}
