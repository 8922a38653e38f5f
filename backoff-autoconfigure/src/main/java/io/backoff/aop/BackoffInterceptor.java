package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** Guards calls that go through a proxy. */
final class BackoffInterceptor implements MethodInterceptor {

    private final Supplier<BackoffInvoker> source;
    private volatile @Nullable BackoffInvoker invoker;

    BackoffInterceptor(Supplier<BackoffInvoker> source) {
        this.source = source;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        GuardedMethod guarded = find(invocation.getMethod(), invocation.getThis());
        return guarded == null
                ? invocation.proceed()
                : guarded.call(new ProxyInvocation((ProxyMethodInvocation) invocation));
    }

    private @Nullable GuardedMethod find(Method method, @Nullable Object target) {
        return target == null
                ? invoker().find(method, method.getDeclaringClass())
                : invoker().findCalled(method, target);
    }

    // Without a lock: the source creates beans, which takes locks of its own.
    private BackoffInvoker invoker() {
        BackoffInvoker known = invoker;
        if (known == null) {
            known = source.get();
            invoker = known;
        }
        return known;
    }
}
