package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.aop.GuardedMethod.SharedTransaction;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.MethodTransactions;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.engine.safe.SafeKeys;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import io.backoff.result.AsyncReturnTypes;
import io.backoff.result.FutureKind;
import io.backoff.result.ResultKind;
import io.backoff.result.ResultKinds;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.GenericTypeResolver;
import org.springframework.util.ClassUtils;

/** Builds guarded methods, and rejects methods that cannot be guarded. */
final class GuardedMethodFactory {

    private final Supplier<Engine> engine;
    private final BackoffPolicies policies;
    private final PolicyNames names;
    private final FallbackResolver fallbacks;
    private final ResultKinds kinds;
    private final AsyncMethods async;
    private final CallerTransactions transactions;

    GuardedMethodFactory(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            ConfigurableBeanFactory beans,
            ResultKinds kinds,
            CallerTransactions transactions) {
        this.engine = engine;
        this.policies = policies;
        this.names = new PolicyNames(beans, policies);
        this.fallbacks = new FallbackResolver(beans);
        this.async = new AsyncMethods(beans);
        this.kinds = kinds;
        this.transactions = transactions;
    }

    GuardedMethod create(Method method, Class<?> targetClass, Backoff annotation) {
        return create(method, targetClass, annotation, keySource(annotation.key(), method, targetClass));
    }

    /**
     * Builds a guarded method whose keys come from the given source. The {@code key} of the annotation is ignored.
     *
     * @param source determines the keys of calls; {@code null} if calls have no key
     */
    GuardedMethod create(Method method, Class<?> targetClass, Backoff annotation, @Nullable KeySource source) {
        ResultKind kind = kindOf(method, targetClass);
        CompetingAnnotations.check(method, targetClass);
        CurrentPolicy policy = policyFor(method, kind, annotation);
        ResultExpression condition = condition(annotation.retryOnResult(), method, targetClass, kind);
        FallbackMethod fallback = fallback(annotation.fallback(), method, targetClass);
        String tag = MethodTag.of(method, targetClass);
        // A lazy result makes its attempts on subscription, so the transaction of this thread does not apply to them.
        MethodTransactions declared = kind.lazy() ? null : transactions.of(method, targetClass);
        SharedTransaction shared = declared == null
                ? null
                : new SharedTransaction(declared, new OneAttemptGuard(tag, engine, policy, tag));
        MethodKeys keys = source == null ? null : keys(source, policy.get(), tag);
        return new GuardedMethod(method, kind, Guard.of(engine.get(), policy, tag), keys, condition, fallback, shared);
    }

    private static MethodKeys keys(KeySource source, BackoffPolicy policy, String tag) {
        policy.keys().expect();
        return new MethodKeys(source, new SafeKeys("A call of " + tag + " (policy '" + policy.name() + "')"));
    }

    private static @Nullable KeySource keySource(String text, Method method, Class<?> targetClass) {
        try {
            return text.isBlank() ? null : KeyExpression.parse(text, method, targetClass);
        } catch (IllegalArgumentException failure) {
            throw new InvalidBackoffException(
                    method,
                    "key '" + text + "' cannot be used: " + failure.getMessage(),
                    KeyExpression.remedy(method),
                    failure);
        }
    }

    private CurrentPolicy policyFor(Method method, ResultKind kind, Backoff annotation) {
        String name = names.of(annotation.value(), Backoff.class, method);
        if (!kind.asynchronous()) {
            BlockedThreads.check(method, policies.get(name));
        }
        MessageListenerCheck.check(method, policies.get(name));
        return AnnotatedPolicy.of(
                CurrentPolicy.of(policies, name), List.of(annotation.retryOn()), List.of(annotation.abortOn()));
    }

    private ResultKind kindOf(Method method, Class<?> targetClass) {
        Class<?> returned = GenericTypeResolver.resolveReturnType(method, ClassUtils.getUserClass(targetClass));
        ResultKind kind = kinds.find(method, returned);
        if (kind == null) {
            throw new InvalidBackoffException(
                    method, AsyncReturnTypes.describe(method, returned), AsyncReturnTypes.remedy(method, returned));
        }
        return kind instanceof FutureKind && async.include(method, targetClass) ? async : kind;
    }

    private static @Nullable ResultExpression condition(
            String text, Method method, Class<?> targetClass, ResultKind kind) {
        if (!text.isBlank() && !kind.single()) {
            throw new InvalidBackoffException(
                    method,
                    "retryOnResult cannot test a stream, whose elements are passed on before it is complete",
                    "Remove retryOnResult, or let the stream fail with an exception that 'retry-on' names.");
        }
        return text.isBlank() ? null : parse(text, method, targetClass);
    }

    private static ResultExpression parse(String text, Method method, Class<?> targetClass) {
        try {
            return ResultExpression.parse(text, method, targetClass);
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
