package io.backoff.aop;

import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/** One call of a guarded method, as an operation of the engine. */
record GuardedCall(GuardedMethod guarded, Invocation invocation) implements Operation<@Nullable Object> {

    @Override
    public @Nullable Object invoke() throws Throwable {
        return invocation.attempt(guarded.kind());
    }

    @Override
    public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        ResultExpression condition = guarded.condition();
        return condition == null || !policy.enabled()
                ? Operation.super.rejects(result, policy)
                : condition.rejects(result, invocation.target(), guarded.method(), invocation.arguments());
    }

    @Override
    public @Nullable Fallback<@Nullable Object> fallback() {
        FallbackMethod fallback = guarded.fallback();
        return fallback == null ? null : failure -> replace(fallback, failure);
    }

    private @Nullable Object replace(FallbackMethod fallback, @Nullable Throwable failure) throws Throwable {
        if (failure != null && !fallback.handles(failure, invocation.arguments().length)) {
            throw failure;
        }
        return fallback.invoke(invocation.target(), invocation.arguments(), failure);
    }
}
