package io.backoff.aop;

import io.backoff.engine.Engine;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Guards intercepted calls; shared by everything that intercepts. */
public final class BackoffInvoker {

    private final GuardedMethods methods;

    /**
     * Without guarded methods yet.
     *
     * @param engine asked at the first guarded method, so that nothing is created earlier than it must be
     * @param drivers for return types of further libraries
     */
    public BackoffInvoker(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            ConfigurableBeanFactory beans,
            List<CallDriver> drivers) {
        this.methods = new GuardedMethods(new GuardedMethodFactory(engine, policies, beans, drivers));
    }

    /**
     * Carries out an intercepted call: guarded where an annotation covers the method, else as it is.
     *
     * @param targetClass the class of the object, or the one that declares a static method
     * @throws InvalidBackoffException if the method cannot be guarded as its annotation asks, and nothing has said so
     *     at startup: it belongs to an object that is no bean
     */
    public @Nullable Object invoke(Method method, Class<?> targetClass, Invocation invocation) throws Throwable {
        GuardedMethod guarded = methods.find(method, targetClass);
        return guarded == null ? invocation.proceed() : guarded.call(invocation);
    }

    /**
     * Checks a policy that is to replace the one of the same name.
     *
     * @throws InvalidBackoffException if an annotated method could not have been guarded with it
     */
    public void check(BackoffPolicy policy) {
        methods.check(policy);
    }

    /** The policy that calls of the method are made under, as it is when asked; {@code null} without an annotation. */
    public @Nullable Supplier<BackoffPolicy> policyOf(Method method, Class<?> targetClass) {
        GuardedMethod guarded = methods.find(method, targetClass);
        return guarded == null ? null : guarded.guard().policy();
    }

    /** What guards the method; {@code null} when no annotation covers it. */
    @Nullable
    GuardedMethod find(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass);
    }
}
