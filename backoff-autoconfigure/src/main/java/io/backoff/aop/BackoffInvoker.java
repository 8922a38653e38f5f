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
import io.backoff.result.ResultKinds;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

/** Guards intercepted calls. Proxies and woven code share one invoker. */
public final class BackoffInvoker {

    private final GuardedMethodFactory factory;
    private final MethodTable<Backoff, GuardedMethod> methods;
    private final List<ConfiguredMethods> assigned = new CopyOnWriteArrayList<>();

    /** Guarded methods, by target class and by the method called on the proxy. */
    private final Map<Class<?>, Map<Method, GuardedMethod>> called = new ConcurrentHashMap<>();

    /**
     * Creates an invoker, which builds each guarded method when it is first needed.
     *
     * @param engine supplies the engine; not called before a method is guarded, so that the engine is not created too
     *     early
     * @param kinds the kinds of results that methods may return
     * @param transactions recognizes calls in a transaction of the caller
     */
    public BackoffInvoker(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            ConfigurableBeanFactory beans,
            ResultKinds kinds,
            CallerTransactions transactions) {
        this.factory = new GuardedMethodFactory(engine, policies, beans, kinds, transactions);
        this.methods = new MethodTable<>(BackoffAnnotations.METHODS, factory::create);
    }

    /**
     * Guards unannotated methods of a type as if each had {@code @Backoff} with the policy.
     *
     * @param policy the name of the policy
     * @param covered selects the methods
     * @param keys determines the keys of calls; {@code null} if calls have no key
     * @return the advice for objects of the type
     */
    public ConfiguredMethods assign(Class<?> type, String policy, Predicate<Method> covered, @Nullable KeySource keys) {
        Backoff annotation =
                MergedAnnotation.of(Backoff.class, Map.of("value", policy)).synthesize();
        ConfiguredMethods created = new ConfiguredMethods(
                type,
                annotation,
                covered,
                (method, targetClass, any) -> factory.create(method, targetClass, any, keys));
        assigned.add(created);
        return created;
    }

    /**
     * Makes a call through a proxy. The call is guarded if an annotation covers the method.
     *
     * @throws InvalidBackoffException if the method cannot be guarded; the methods of beans are rejected at startup
     *     instead
     */
    @Nullable
    Object invoke(MethodInvocation invocation) throws Throwable {
        Method method = invocation.getMethod();
        Object target = invocation.getThis();
        GuardedMethod guarded = target == null ? find(method, method.getDeclaringClass()) : findCalled(method, target);
        return guarded == null
                ? invocation.proceed()
                : guarded.call(new ProxyCall(guarded, (ProxyMethodInvocation) invocation));
    }

    /**
     * Validates a policy that will replace the current policy of the same name.
     *
     * @throws InvalidBackoffException if the policy cannot guard one of the methods that use it
     */
    public void check(BackoffPolicy policy) {
        Stream.concat(methods.values().stream(), assigned.stream().flatMap(configured -> configured.built().stream()))
                .filter(method ->
                        method.policy().equals(policy.name()) && !method.kind().asynchronous())
                .forEach(method -> BlockedThreads.checkTimeout(method.method(), policy));
    }

    /** Returns a supplier of the method's current policy; {@code null} if no annotation covers the method. */
    public @Nullable Supplier<BackoffPolicy> policyOf(Method method, Class<?> targetClass) {
        GuardedMethod guarded = find(method, targetClass);
        return guarded == null ? null : guarded.guard().policy();
    }

    /** Returns the guarded method for calls on the target; {@code null} if no annotation covers the method. */
    @Nullable
    GuardedMethod findCalled(Method method, Object target) {
        Map<Method, GuardedMethod> ofClass = called.get(target.getClass());
        GuardedMethod known = ofClass == null ? null : ofClass.get(method);
        return known != null ? known : findUncalled(method, target);
    }

    private @Nullable GuardedMethod findUncalled(Method method, Object target) {
        GuardedMethod found = findBehind(method, target);
        // If the target is itself a proxy, the result is not cached, because proxies of different targets may have the
        // same class.
        if (found != null && !(target instanceof TargetClassAware)) {
            called.computeIfAbsent(target.getClass(), type -> new ConcurrentHashMap<>())
                    .put(method, found);
        }
        return found;
    }

    private @Nullable GuardedMethod findBehind(Method method, Object target) {
        for (Class<?> type : TargetProxies.ownInterfaces(method, target)) {
            GuardedMethod guarded = find(method, type);
            if (guarded != null) {
                return guarded;
            }
        }
        Class<?> targetClass = AopUtils.getTargetClass(target);
        return find(InterfaceMethods.behind(method, targetClass), targetClass);
    }

    /**
     * Returns the guarded method; {@code null} if no annotation covers the method.
     *
     * @param targetClass the class of the object, or the declaring class of a static method
     * @throws InvalidBackoffException if the method cannot be guarded
     */
    public @Nullable GuardedMethod find(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass);
    }
}
