package io.backoff.context;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Propagates {@link io.backoff.engine.CurrentAttempt} across threads. With Reactor's automatic context propagation,
 * every operator sees the current attempt, because the Reactor context stores it under the key of this accessor.
 *
 * <p>Loaded by {@link java.util.ServiceLoader}; do not use it directly.
 */
public final class RetryScopeAccessor implements ThreadLocalAccessor<RetryScope> {

    public RetryScopeAccessor() {}

    @Override
    public Object key() {
        return RetryScope.class;
    }

    @Override
    public @Nullable RetryScope getValue() {
        return RetryScopeHolder.current();
    }

    @Override
    public void setValue(RetryScope scope) {
        RetryScopeHolder.set(scope);
    }

    @Override
    public void setValue() {
        RetryScopeHolder.set(null);
    }
}
