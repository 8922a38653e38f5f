package io.backoff.redelivery.method;

import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.RedeliveredMethod;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Stores calls instead of making them. Stored calls that are being delivered proceed to the method. A call on an object
 * that is no known bean fails: it could not be made later, and making it now would leave it without retries.
 */
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
            throw unknown(invocation.getMethod());
        }
        if (method.isBeingMade()) {
            return RedeliveredMethod.proceed(invocation::proceed);
        }
        store.get().add(method, invocation.getArguments());
        return null;
    }

    private static IllegalStateException unknown(Method method) {
        return new IllegalStateException("@Redeliver on " + ClassUtils.getQualifiedMethodName(method)
                + ": the call is neither stored nor made, because its object is not known as a bean, so it is not known "
                + "which object to call later. Define the object as a singleton before the application starts, with its "
                + "class as the return type of its @Bean method if it is lazy; if several beans have its class, do not "
                + "put them behind proxies of your own.");
    }
}
