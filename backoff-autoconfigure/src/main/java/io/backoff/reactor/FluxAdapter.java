package io.backoff.reactor;

import io.backoff.aop.ReturnTypeAdapter;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import reactor.core.publisher.Flux;

/** Carries out methods that return a {@code Flux}. */
final class FluxAdapter implements ReturnTypeAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return returned == Flux.class && !KotlinDetector.isSuspendingFunction(method);
    }

    @Override
    public boolean asynchronous() {
        return true;
    }

    /** Returns {@code false}: elements are passed on before the last one is known. */
    @Override
    public boolean judgesResults() {
        return false;
    }

    @Override
    @SuppressWarnings("unchecked") // The method was checked by supports().
    public Object call(Guard guard, Operation<@Nullable Object> operation) {
        return ReactiveRunner.flux(guard, (Operation<@Nullable Publisher<Object>>) (Operation<?>) operation);
    }
}
