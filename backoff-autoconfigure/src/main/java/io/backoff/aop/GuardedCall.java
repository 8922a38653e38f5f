package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method, through a proxy or in woven code: an operation of the engine. Its attempts may run on
 * any thread.
 */
public interface GuardedCall extends Operation<@Nullable Object> {

    /** The called method. */
    GuardedMethod guarded();

    /** Whether the transaction that the method declares began before this call was intercepted. */
    boolean isInside(MethodTransactions transactions);

    /** The target object; {@code null} for a static method. */
    @Nullable
    Object target();

    /** The arguments of the caller. */
    @Nullable
    Object[] arguments();

    @Override
    default boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        ResultExpression condition = guarded().condition();
        return condition == null || !policy.enabled()
                ? Operation.super.rejects(result, policy)
                : condition.rejects(result, target(), guarded().method(), arguments());
    }

    @Override
    default @Nullable Fallback<@Nullable Object> fallback() {
        FallbackMethod fallback = guarded().fallback();
        return fallback == null ? null : failure -> fallback.replace(this, failure);
    }
}
