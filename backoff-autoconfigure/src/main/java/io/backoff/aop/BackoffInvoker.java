package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.execution.Engine;
import io.backoff.method.InterfaceMethods;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTable;
import io.backoff.method.TargetProxies;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;

/** Guards intercepted calls; shared by everything that intercepts. */
public final class BackoffInvoker {

    private final MethodTable<Backoff, GuardedMethod> methods;

    /** By the method as proxies call it, and the class of their target. */
    private final Map<MethodClassKey, GuardedMethod> called = new ConcurrentHashMap<>();

    /**
     * Creates an invoker that has no guarded methods yet.
     *
     * @param engine asked at the first guarded method, so that nothing is created earlier than it must be
     * @param drivers for return types of further libraries
     * @param transactions recognizes calls in a transaction of their caller
     */
    public BackoffInvoker(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            ConfigurableBeanFactory beans,
            List<ReturnTypeAdapter> drivers,
            CallerTransactions transactions) {
        this.methods = new MethodTable<>(
                BackoffAnnotations.METHODS,
                new GuardedMethodFactory(engine, policies, beans, drivers, transactions)::create);
    }

    /**
     * Makes an intercepted call: guarded where an annotation covers the method, else as it is.
     *
     * @param targetClass the class of the object, or the one that declares a static method
     * @throws InvalidBackoffException if the method cannot be guarded as its annotation asks, and nothing has said so
     *     at startup: it belongs to an object that is no bean
     */
    public @Nullable Object invoke(Method method, Class<?> targetClass, Invocation invocation) throws Throwable {
        GuardedMethod guarded = find(method, targetClass);
        return guarded == null ? invocation.proceed() : guarded.call(invocation);
    }

    /** Makes a call through a proxy. */
    @Nullable
    Object invoke(ProxyMethodInvocation invocation) throws Throwable {
        Method method = invocation.getMethod();
        Object target = invocation.getThis();
        GuardedMethod guarded = target == null ? find(method, method.getDeclaringClass()) : findCalled(method, target);
        return guarded == null ? invocation.proceed() : guarded.call(new ProxyInvocation(invocation));
    }

    /**
     * Checks a policy that is to replace the one of the same name.
     *
     * @throws InvalidBackoffException if an annotated method could not have been guarded with it
     */
    public void check(BackoffPolicy policy) {
        methods.values().stream()
                .filter(each ->
                        each.policy().equals(policy.name()) && !each.adapter().asynchronous())
                .forEach(each -> BlockedThreads.checkTimeout(each.method(), policy));
    }

    /** The policy that calls of the method are made under, as it is when asked; {@code null} without an annotation. */
    public @Nullable Supplier<BackoffPolicy> policyOf(Method method, Class<?> targetClass) {
        GuardedMethod guarded = find(method, targetClass);
        return guarded == null ? null : guarded.guard().policy();
    }

    /** What guards calls of the method on the target; {@code null} when no annotation covers it. */
    @Nullable
    GuardedMethod findCalled(Method method, Object target) {
        MethodClassKey key = new MethodClassKey(method, target.getClass());
        GuardedMethod known = called.get(key);
        if (known != null) {
            return known;
        }
        GuardedMethod found = findBehind(method, target);
        // Not kept for a proxy: its class may be shared by proxies of different targets.
        if (found != null && !(target instanceof TargetClassAware)) {
            called.put(key, found);
        }
        return found;
    }

    private @Nullable GuardedMethod findBehind(Method method, Object target) {
        for (Class<?> each : TargetProxies.ownInterfaces(method, target)) {
            GuardedMethod guarded = find(method, each);
            if (guarded != null) {
                return guarded;
            }
        }
        Class<?> targetClass = AopUtils.getTargetClass(target);
        return find(InterfaceMethods.behind(method, targetClass), targetClass);
    }

    /** What guards the method; {@code null} when no annotation covers it. */
    @Nullable
    GuardedMethod find(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass);
    }
}
