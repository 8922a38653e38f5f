package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/** A call that is an operation of its own from the beginning. */
final class Single<T extends @Nullable Object> implements Attempts<Operation<T>, T> {

    @Override
    public T first(Operation<T> operation) throws Throwable {
        return operation.invoke();
    }

    @Override
    public boolean rejects(Operation<T> operation, @Nullable Object result, BackoffPolicy policy) {
        return operation.rejects(result, policy);
    }

    @Override
    public Operation<T> operation(Operation<T> operation) {
        return operation;
    }
}
