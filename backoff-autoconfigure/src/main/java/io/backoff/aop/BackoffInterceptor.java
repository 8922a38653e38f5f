package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.support.AopUtils;

/** Guards calls that go through a proxy. */
final class BackoffInterceptor implements MethodInterceptor {

    private final Supplier<BackoffInvoker> source;
    private final Map<MethodKey, ProxiedMethod> methods = new ConcurrentHashMap<>();
    private volatile @Nullable BackoffInvoker invoker;

    BackoffInterceptor(Supplier<BackoffInvoker> source) {
        this.source = source;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Method method = invocation.getMethod();
        Class<?> type = target != null ? target.getClass() : method.getDeclaringClass();
        ProxiedMethod known = methods.get(new MethodKey(method, type));
        ProxiedMethod proxied = known != null ? known : find(method, target, type);
        return proxied == null ? invocation.proceed() : proxied.call(invocation);
    }

    private @Nullable ProxiedMethod find(Method method, @Nullable Object target, Class<?> type) {
        Class<?> targetClass = target != null ? AopUtils.getTargetClass(target) : type;
        GuardedMethod guarded = invoker().find(method, targetClass);
        if (guarded == null) {
            return null;
        }
        ProxiedMethod found = ProxiedMethod.of(guarded, method);
        // Kept for the class of the object, as asking Spring for the class that this stands for takes 24 ns a call. Not
        // for a proxy around another: such classes can be shared by proxies of different targets.
        if (!TargetClassAware.class.isAssignableFrom(type)) {
            methods.put(new MethodKey(method, type), found);
        }
        return found;
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

    /** A guarded method as a proxy calls it. */
    private record ProxiedMethod(
            GuardedMethod guarded, @Nullable DirectAttempts direct) {

        static ProxiedMethod of(GuardedMethod guarded, Method method) {
            DirectCall direct = guarded.driver() instanceof BlockingDriver ? DirectCall.to(method) : null;
            return new ProxiedMethod(guarded, direct == null ? null : new DirectAttempts(guarded, direct));
        }

        @Nullable
        Object call(MethodInvocation invocation) throws Throwable {
            Object target = invocation.getThis();
            return direct != null && target != null && direct.direct().isOpen(invocation)
                    ? direct.call(target, invocation.getArguments())
                    : guarded.call(new ProxyInvocation((ProxyMethodInvocation) invocation));
        }
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
