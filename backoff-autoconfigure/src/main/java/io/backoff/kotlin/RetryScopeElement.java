package io.backoff.kotlin;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.ThreadContextElement;
import org.jspecify.annotations.Nullable;

/** Makes an attempt current on every thread that runs its coroutine. */
final class RetryScopeElement extends AbstractCoroutineContextElement
        implements ThreadContextElement<@Nullable RetryScope> {

    private static final Key KEY = new Key();

    private final @Nullable RetryScope scope;

    RetryScopeElement(@Nullable RetryScope scope) {
        super(KEY);
        this.scope = scope;
    }

    @Override
    public @Nullable RetryScope updateThreadContext(CoroutineContext context) {
        RetryScope previous = RetryScopeHolder.current();
        RetryScopeHolder.set(scope);
        return previous;
    }

    @Override
    public void restoreThreadContext(CoroutineContext context, @Nullable RetryScope previous) {
        RetryScopeHolder.set(previous);
    }

    private static final class Key implements CoroutineContext.Key<RetryScopeElement> {}
}
