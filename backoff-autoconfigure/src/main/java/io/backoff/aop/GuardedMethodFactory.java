package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.MethodTransactions;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FollowedPolicy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.GenericTypeResolver;
import org.springframework.util.ClassUtils;

/** Builds guarded methods, and rejects those that could not work. */
final class GuardedMethodFactory {

    private final Supplier<Engine> engine;
    private final BackoffPolicies policies;
    private final PolicyNames names;
    private final FallbackResolver fallbacks;
    private final List<ReturnTypeAdapter> adapters;
    private final AsyncMethods async;
    private final CallerTransactions transactions;

    GuardedMethodFactory(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            ConfigurableBeanFactory beans,
            List<ReturnTypeAdapter> further,
            CallerTransactions transactions) {
        this.engine = engine;
        this.policies = policies;
        this.names = new PolicyNames(beans, policies);
        this.fallbacks = new FallbackResolver(beans);
        this.async = new AsyncMethods(beans);
        this.adapters = Stream.concat(further.stream(), Stream.of(new FutureAdapter(), new BlockingAdapter()))
                .toList();
        this.transactions = transactions;
    }

    GuardedMethod create(Method method, Class<?> targetClass, Backoff annotation) {
        ReturnTypeAdapter adapter = adapterFor(method, targetClass);
        CompetingAnnotations.check(method, targetClass);
        FollowedPolicy policy = policyFor(method, adapter, annotation);
        ResultExpression condition = condition(annotation.retryOnResult(), method, adapter);
        FallbackMethod fallback = fallback(annotation.fallback(), method, targetClass);
        String tag = MethodTag.of(method, targetClass);
        MethodTransactions declared = transactions(adapter, method, targetClass);
        ReturnTypeAdapter chosen = declared == null ? adapter : transactional(adapter, declared, policy, tag);
        return new GuardedMethod(method, chosen, Guard.of(engine.get(), policy, tag), condition, fallback);
    }

    private FollowedPolicy policyFor(Method method, ReturnTypeAdapter adapter, Backoff annotation) {
        String name = names.of(annotation.value(), Backoff.class, method);
        if (!adapter.asynchronous()) {
            BlockedThreads.check(method, policies.get(name));
        }
        ListenerMethods.check(method, policies.get(name));
        return AnnotatedPolicy.of(
                FollowedPolicy.of(policies, name), List.of(annotation.retryOn()), List.of(annotation.abortOn()));
    }

    private ReturnTypeAdapter transactional(
            ReturnTypeAdapter adapter, MethodTransactions declared, FollowedPolicy policy, String tag) {
        return new TransactionalAdapter(adapter, declared, new OneAttemptGuard(tag, engine, policy, tag));
    }

    // Publishers run where they are subscribed to, so the transaction of this thread does not concern them.
    private @Nullable MethodTransactions transactions(ReturnTypeAdapter adapter, Method method, Class<?> targetClass) {
        return adapter instanceof BlockingAdapter || adapter instanceof FutureAdapter
                ? transactions.of(method, targetClass)
                : null;
    }

    private ReturnTypeAdapter adapterFor(Method method, Class<?> targetClass) {
        Class<?> returned = GenericTypeResolver.resolveReturnType(method, ClassUtils.getUserClass(targetClass));
        for (ReturnTypeAdapter each : adapters) {
            if (each.supports(method, returned)) {
                return each instanceof FutureAdapter && async.include(method, targetClass) ? async : each;
            }
        }
        throw new InvalidBackoffException(
                method, AsyncReturnTypes.describe(method, returned), AsyncReturnTypes.remedy(returned));
    }

    private static @Nullable ResultExpression condition(String text, Method method, ReturnTypeAdapter adapter) {
        if (!text.isBlank() && !adapter.judgesResults()) {
            throw new InvalidBackoffException(
                    method,
                    "retryOnResult cannot test a stream, whose elements are passed on before it is complete",
                    "Remove retryOnResult, or let the stream fail with an exception that 'retry-on' names.");
        }
        return text.isBlank() ? null : parse(text, method);
    }

    private static ResultExpression parse(String text, Method method) {
        try {
            return ResultExpression.parse(text, method);
        } catch (IllegalArgumentException failure) {
            throw unusable(text, method, failure);
        }
    }

    private static InvalidBackoffException unusable(String text, Method method, IllegalArgumentException failure) {
        return new InvalidBackoffException(
                method,
                "retryOnResult '" + text + "' cannot be used: " + failure.getMessage(),
                "Write a SpEL condition over #result and the arguments by name, as in '#result.pending'.",
                failure);
    }

    private @Nullable FallbackMethod fallback(String text, Method method, Class<?> targetClass) {
        return text.isBlank() ? null : fallbacks.resolve(text, method, ClassUtils.getUserClass(targetClass));
    }
}
