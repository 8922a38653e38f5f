package io.backoff.aop;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * A guarded method as proxies call it.
 *
 * @param method what they call
 * @param type the class of the object behind them
 * @param direct for calls that may leave Spring out, {@code null} when none may
 */
record ProxiedMethod(
        Method method,
        Class<?> type,
        GuardedMethod guarded,
        @Nullable DirectRun direct) {

    static ProxiedMethod of(Method method, Class<?> type, GuardedMethod guarded) {
        DirectCall direct = guarded.driver() instanceof BlockingDriver ? DirectCall.to(method) : null;
        return new ProxiedMethod(method, type, guarded, direct == null ? null : new DirectRun(guarded, direct));
    }

    @Nullable
    Object call(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        return direct != null && target != null && direct.isOpen(invocation)
                ? direct.call(target, invocation.getArguments())
                : guarded.call(new ProxyInvocation((ProxyMethodInvocation) invocation));
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
