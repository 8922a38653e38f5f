package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Engine;
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

/** Guards intercepted calls; shared by everything that intercepts. It builds each guarded method once. */
public final class BackoffInvoker {

    private final GuardedMethodFactory factory;
    /** By target class, then by the method of that class. */
    private final Map<Class<?>, Map<Method, GuardedMethod>> built = new ConcurrentHashMap<>();

    /** By the class of the target, then by the method as its proxies call it. */
    private final Map<Class<?>, Map<Method, GuardedMethod>> called = new ConcurrentHashMap<>();

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
            List<CallDriver> drivers,
            CallerTransactions transactions) {
        this.factory = new GuardedMethodFactory(engine, policies, beans, drivers, transactions);
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
        built.values().stream()
                .flatMap(ofClass -> ofClass.values().stream())
                .filter(each ->
                        each.policy().equals(policy.name()) && !each.driver().asynchronous())
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
        Map<Method, GuardedMethod> ofClass = called.get(target.getClass());
        GuardedMethod found = ofClass == null ? null : ofClass.get(method);
        return found != null ? found : resolve(method, target);
    }

    private @Nullable GuardedMethod resolve(Method method, Object target) {
        GuardedMethod found = TargetProxies.find(this, method, target);
        // Not kept for a proxy: its class may be shared by proxies of different targets.
        if (found != null && !(target instanceof TargetClassAware)) {
            called.computeIfAbsent(target.getClass(), type -> new ConcurrentHashMap<>())
                    .put(method, found);
        }
        return found;
    }

    /** What guards the method; {@code null} when no annotation covers it. */
    @Nullable
    GuardedMethod find(Method method, Class<?> targetClass) {
        Map<Method, GuardedMethod> ofClass = built.get(targetClass);
        GuardedMethod found = ofClass == null ? null : ofClass.get(method);
        return found != null ? found : build(method, targetClass);
    }

    private @Nullable GuardedMethod build(Method method, Class<?> targetClass) {
        Backoff annotation = BackoffAnnotations.find(method, targetClass);
        if (annotation == null) {
            return null;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        Map<Method, GuardedMethod> ofClass = built.computeIfAbsent(targetClass, type -> new ConcurrentHashMap<>());
        GuardedMethod known = ofClass.get(specific);
        // Outside of the map's lock: it looks up beans, whose creation may come back here.
        GuardedMethod created = known != null ? known : factory.create(specific, targetClass, annotation);
        GuardedMethod raced = ofClass.putIfAbsent(specific, created);
        GuardedMethod winner = raced != null ? raced : created;
        ofClass.put(method, winner);
        return winner;
    }
}
