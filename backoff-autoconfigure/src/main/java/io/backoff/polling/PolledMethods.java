package io.backoff.polling;

import io.backoff.aop.PolicyNames;
import io.backoff.delay.Bounds;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the methods to poll, and rejects invalid ones. */
final class PolledMethods {

    private static final Logger logger = SpringLogger.of(PolledMethods.class);

    private static final LogMessage NO_JITTER = LogMessage.warning(
            "@BackoffPoll on %s: the policy '%s' has no jitter, so instances that are started together "
                    + "poll in step. Set 'jitter'.");

    private final ConfigurableListableBeanFactory beans;
    private final BackoffPolicies policies;
    private final PolicyNames names;

    PolledMethods(ConfigurableListableBeanFactory beans, BackoffPolicies policies) {
        this.beans = beans;
        this.policies = policies;
        this.names = new PolicyNames(beans, policies);
    }

    List<PolledMethod> find() {
        List<PolledMethod> found = new ArrayList<>();
        AnnotatedBeans.visit(
                beans,
                AnnotatedMethods.of(BackoffPoll.class),
                (bean, type, method, annotation) -> found.add(create(bean, type, method, annotation)));
        return found;
    }

    private PolledMethod create(String bean, Class<?> type, Method method, BackoffPoll annotation) {
        checkSignature(method);
        String policy = names.of(annotation.value(), BackoffPoll.class, method);
        checkDelay(policies.get(policy), method);
        warnOfSteps(policy, method);
        Object target = singleton(bean, method);
        Method invocable = invocable(method, target);
        return new PolledMethod(
                method,
                bean,
                MethodTag.of(method, type),
                policy,
                () -> policies.get(policy),
                () -> invoke(invocable, target));
    }

    private static void checkSignature(Method method) {
        checkParameters(method);
        checkReturnType(method);
    }

    private static void checkParameters(Method method) {
        if (method.getParameterCount() > 0) {
            throw rejected(
                    method,
                    KotlinDetector.isSuspendingFunction(method)
                            ? "it is a suspend function, which cannot be polled"
                            : "it has parameters, but a poll passes no arguments",
                    "Remove the parameters, or poll a method that has none, does not suspend and calls this one.");
        }
    }

    private static void checkReturnType(Method method) {
        if (ReactiveAdapterRegistry.getSharedInstance().getAdapter(method.getReturnType()) != null
                || Future.class.isAssignableFrom(method.getReturnType())) {
            throw rejected(
                    method,
                    "it returns " + method.getReturnType().getName()
                            + ", so when the method returns, it is unknown whether work was found",
                    "Wait for the result in the method, and return whether there was work.");
        }
    }

    /** Rejects a policy under which the method would be called without a pause. */
    static void checkDelay(BackoffPolicy policy, Method method) {
        if (!policy.hasDelay()) {
            throw rejected(
                    method,
                    "the policy '" + policy.name() + "' has no delay, so the method would be called without a pause",
                    "Name a policy with a 'delay', or set 'backoff.policies." + policy.name() + ".delay'.");
        }
    }

    private void warnOfSteps(String policy, Method method) {
        Bounds first = policies.get(policy).delay().bounds(1);
        if (first.min() == first.max()) {
            NO_JITTER.with(ClassUtils.getQualifiedMethodName(method), policy).log(logger);
        }
    }

    private Object singleton(String bean, Method method) {
        if (!beans.isSingleton(bean)) {
            throw rejected(
                    method,
                    "the bean '" + bean + "' is not a singleton, so there is no object to poll",
                    "Move the method to a singleton.");
        }
        return beans.getBean(bean);
    }

    private static Method invocable(Method method, Object bean) {
        try {
            Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
            ReflectionUtils.makeAccessible(invocable);
            return invocable;
        } catch (IllegalStateException hidden) {
            throw new InvalidBackoffException(
                    BackoffPoll.class,
                    method,
                    "it cannot be called through the proxy of its bean",
                    "Make the method public, and declare it in an interface if the bean is proxied by interface.",
                    hidden);
        }
    }

    private static @Nullable Object invoke(Method method, Object bean) throws Exception {
        try {
            return method.invoke(bean);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    private static InvalidBackoffException rejected(Method method, String reason, String remedy) {
        return new InvalidBackoffException(BackoffPoll.class, method, reason, remedy);
    }
}
