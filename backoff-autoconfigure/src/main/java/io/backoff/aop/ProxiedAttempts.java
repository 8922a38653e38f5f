package io.backoff.aop;

import io.backoff.engine.Attempts;
import io.backoff.engine.Operation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** The calls of a blocking method that go on through their proxy: what they are made on is the invocation. */
record ProxiedAttempts(GuardedMethod guarded) implements Attempts {

    @Override
    public boolean leavesResultsToPolicy() {
        return guarded.condition() == null;
    }

    @Override
    public @Nullable Object first(Object invocation, @Nullable Object[] arguments) throws Throwable {
        return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
    }

    @Override
    public Operation<@Nullable Object> operation(Object invocation, @Nullable Object[] arguments) {
        return new GuardedCall(guarded, new ProxyInvocation((ProxyMethodInvocation) invocation));
    }
}
