package io.backoff.redelivery.method;

import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.RedeliveredMethod;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Stores calls instead of making them. Stored calls that are being delivered proceed to the method. */
public final class RedeliverInterceptor implements MethodInterceptor {

    private final Supplier<RedeliveredMethods> methods;
    private final Supplier<CallStore> store;

    public RedeliverInterceptor(Supplier<RedeliveredMethods> methods, Supplier<CallStore> store) {
        this.methods = methods;
        this.store = store;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        RedeliveredMethod method = target == null ? null : methods.get().find(invocation.getMethod(), target);
        if (method == null) {
            return invocation.proceed();
        }
        if (method.isBeingMade()) {
            return RedeliveredMethod.proceed(invocation::proceed);
        }
        store.get().add(method, invocation.getArguments());
        return null;
    }
}
