package io.backoff.kotlin;

import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import io.backoff.result.AsyncReturnTypes;
import io.backoff.result.Followed;
import io.backoff.result.ResultKind;
import io.backoff.result.Start;
import java.lang.reflect.Method;
import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** The result kind of suspend functions. Advice sees their results as a {@code Mono}. */
final class SuspendKind implements ResultKind {

    private final ResultKind mono;

    SuspendKind(ResultKind mono) {
        this.mono = mono;
    }

    /**
     * Excludes suspend functions whose results may fail later, such as streams and futures. The function and its result
     * can fail separately, but cannot be retried separately.
     */
    @Override
    public boolean supports(Method method, Class<?> returned) {
        return KotlinDetector.isSuspendingFunction(method) && !isLate(result(method));
    }

    @Override
    public boolean lazy() {
        return true;
    }

    /** Adds the attempt to the coroutine's context, because a coroutine changes threads. */
    @Override
    public @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        int last = ofCaller.length - 1;
        if (!(ofCaller[last] instanceof Continuation<?> continuation)) {
            return ofCaller;
        }
        @Nullable Object[] arguments = ofCaller.clone();
        arguments[last] = new RetryScopeContinuation(continuation, new RetryScopeElement(RetryScopeHolder.current()));
        return arguments;
    }

    @Override
    public @Nullable Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return mono.retry(guard, operation);
    }

    @Override
    public @Nullable Object defer(Start start) throws Throwable {
        return mono.defer(start);
    }

    @Override
    public @Nullable Object inTurn(Call call, Turn turn, Start start) throws Throwable {
        return mono.inTurn(call, turn, start);
    }

    @Override
    public @Nullable Object follow(@Nullable Object result, Followed followed) throws Throwable {
        return mono.follow(result, followed);
    }

    @Override
    public @Nullable Object completed(@Nullable Object value) {
        return mono.completed(value);
    }

    private static boolean isLate(Class<?> result) {
        return AsyncReturnTypes.isLate(result)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(result) != null;
    }

    // The Java return type is Object; the Kotlin return type is the type argument of the continuation.
    private static Class<?> result(Method method) {
        return ResolvableType.forMethodParameter(method, method.getParameterCount() - 1)
                .getGeneric()
                .resolve(Object.class);
    }
}
