package io.backoff.aop;

import io.backoff.engine.Attempts;
import io.backoff.engine.Operation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** The calls of a blocking method that go on through their proxy: what they are made on is the invocation. */
record ProxiedAttempts(GuardedMethod guarded, boolean leavesResultsToPolicy) implements Attempts {

    ProxiedAttempts(GuardedMethod guarded) {
        this(guarded, guarded.condition() == null);
    }

    @Override
    public @Nullable Object first(Object invocation, @Nullable Object[] arguments) throws Throwable {
        return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
    }

    @Override
    public Operation<@Nullable Object> operation(Object invocation, @Nullable Object[] arguments) {
        return new GuardedCall(guarded, new ProxyInvocation((ProxyMethodInvocation) invocation));
    }

    /** {@link #first} as a method handle. */
    MethodHandle first() {
        try {
            return MethodHandles.lookup()
                    .bind(this, "first", MethodType.methodType(Object.class, Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }
}
