package io.backoff.context;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@link io.backoff.engine.CurrentAttempt} cross threads wherever context is propagated: with Reactor's automatic
 * propagation it is there in every operator, as it is in the Reactor context under the same key.
 *
 * <p>Found by {@link java.util.ServiceLoader}; not to be used directly.
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
