package io.backoff.aop;

import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/** Guards calls that go through a proxy. */
final class BackoffInterceptor implements MethodInterceptor {

    private final Supplier<BackoffInvoker> source;
    private volatile @Nullable BackoffInvoker invoker;

    BackoffInterceptor(Supplier<BackoffInvoker> source) {
        this.source = source;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> targetClass = target != null
                ? AopUtils.getTargetClass(target)
                : invocation.getMethod().getDeclaringClass();
        return invoker()
                .invoke(invocation.getMethod(), targetClass, new ProxyInvocation((ProxyMethodInvocation) invocation));
    }

    // Without a lock: the source makes beans, which has locks of its own.
    private BackoffInvoker invoker() {
        BackoffInvoker known = invoker;
        if (known == null) {
            known = source.get();
            invoker = known;
        }
        return known;
    }

    /**
     * A call through a proxy. The invocation itself is never let through, only clones of it: it can proceed once, and
     * the advice further in may change its arguments.
     */
    private record ProxyInvocation(ProxyMethodInvocation invocation) implements Invocation {

        @Override
        public @Nullable Object proceed() throws Throwable {
            return invocation.invocableClone().proceed();
        }

        @Override
        @SuppressWarnings("NullAway") // Spring declares the array without nulls, but takes the arguments as they are.
        public @Nullable Object proceed(CallDriver driver) throws Throwable {
            ProxyMethodInvocation attempt = (ProxyMethodInvocation) invocation.invocableClone();
            @Nullable Object[] arguments = driver.arguments(invocation.getArguments());
            if (arguments != invocation.getArguments()) {
                attempt.setArguments(arguments);
            }
            return attempt.proceed();
        }

        @Override
        public Object target() {
            Object target = invocation.getThis();
            return target != null ? target : invocation.getProxy();
        }

        @Override
        public @Nullable Object[] arguments() {
            return invocation.getArguments();
        }
    }
}
