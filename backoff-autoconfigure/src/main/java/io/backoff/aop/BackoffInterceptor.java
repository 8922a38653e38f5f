package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.support.AopUtils;

/** Guards calls that go through a proxy. */
final class BackoffInterceptor implements MethodInterceptor {

    private final Supplier<BackoffInvoker> source;
    private final ProxiedMethods methods = new ProxiedMethods();
    private volatile @Nullable BackoffInvoker invoker;

    BackoffInterceptor(Supplier<BackoffInvoker> source) {
        this.source = source;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Method method = invocation.getMethod();
        Class<?> type = target != null ? target.getClass() : method.getDeclaringClass();
        ProxiedMethod known = methods.get(method, type);
        ProxiedMethod proxied = known != null ? known : find(method, target, type);
        return proxied == null ? invocation.proceed() : proxied.call(invocation);
    }

    private @Nullable ProxiedMethod find(Method method, @Nullable Object target, Class<?> type) {
        Class<?> targetClass = target != null ? AopUtils.getTargetClass(target) : type;
        GuardedMethod guarded = invoker().find(method, targetClass);
        if (guarded == null) {
            return null;
        }
        // Not kept for a proxy around another: such classes can be shared by proxies of different targets.
        if (TargetClassAware.class.isAssignableFrom(type)) {
            return ProxiedMethod.once(method, type, guarded);
        }
        // Kept for the class of the object, as asking Spring for the class that this stands for takes 24 ns a call.
        ProxiedMethod found = ProxiedMethod.of(method, type, guarded);
        methods.add(found);
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
}
