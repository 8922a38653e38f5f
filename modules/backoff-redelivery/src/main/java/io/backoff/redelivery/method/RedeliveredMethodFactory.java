package io.backoff.redelivery.method;

import io.backoff.aop.PolicyNames;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;

/** Creates {@link RedeliveredMethod}s, and rejects methods whose calls cannot be stored or made. */
public final class RedeliveredMethodFactory {

    private static final Logger logger = SpringLogger.of(RedeliveredMethodFactory.class);

    private static final LogMessage ENDS_EARLY = LogMessage.warning(
            "@Redeliver on %s: max-elapsed of policy '%s', %s, ends calls before their %s attempts can "
                    + "be made. Raise max-elapsed, or set it to 0 for no limit.");

    private final Supplier<Engine> engine;
    private final BackoffPolicies policies;
    private final PolicyNames names;
    private final PolicyStore store;
    private final StoredCallCodec codec;

    public RedeliveredMethodFactory(
            Supplier<Engine> engine,
            BackoffPolicies policies,
            PolicyNames names,
            PolicyStore store,
            StoredCallCodec codec) {
        this.engine = engine;
        this.policies = policies;
        this.names = names;
        this.store = store;
        this.codec = codec;
    }

    RedeliveredMethod create(String bean, Class<?> type, Method method, Redeliver annotation) {
        checkSignature(method, type);
        String policy = policy(annotation.value(), method);
        String tag = MethodTag.of(method, type);
        String name = annotation.name().isBlank() ? tag : annotation.name();
        Guard guard = Guard.of(engine.get(), store.forStoredCalls(policies, policy), tag);
        return new RedeliveredMethod(bean, name, guard, method, types(method, type));
    }

    private static void checkSignature(Method method, Class<?> type) {
        checkReturnsNothing(method);
        checkNotAsync(method, type);
    }

    private static void checkReturnsNothing(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            throw rejected(
                    method,
                    "it is a suspend function, whose arguments cannot be stored",
                    "Annotate a function that does not suspend, and call the suspend function from it, as with "
                            + "runBlocking.");
        }
        if (method.getReturnType() != void.class) {
            throw rejected(
                    method,
                    "it returns " + method.getReturnType().getName() + ", but a call that is made later has no result",
                    "Return nothing, or use @Backoff.");
        }
    }

    private static void checkNotAsync(Method method, Class<?> type) {
        if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(type, Async.class)) {
            throw rejected(
                    method,
                    "it is @Async too, so calls would be stored on another thread, outside the caller's "
                            + "transaction",
                    "Remove @Async: the caller does not wait for stored calls.");
        }
    }

    private String policy(String text, Method method) {
        if (text.equals(Redeliver.DEFAULT_POLICY)) {
            store.addPreset(text);
        }
        String name = names.of(text, Redeliver.class, method);
        BackoffPolicy policy = policies.get(name);
        checkNoTimeout(policy, method);
        warnOfEarlyEnd(policy, method);
        return name;
    }

    /** Rejects a policy with an {@code attempt-timeout}: attempts block their thread, so no timeout can end them. */
    static void checkNoTimeout(BackoffPolicy policy, Method method) {
        if (!policy.limits().attemptTimeout().isZero()) {
            throw rejected(
                    method,
                    "the policy '" + policy.name()
                            + "' sets 'attempt-timeout', but the attempts of a blocking method cannot be "
                            + "ended from outside",
                    "Set a timeout at the client that the method calls, and name a policy without 'attempt-timeout'.");
        }
    }

    // A max-elapsed that suits synchronous calls would end redelivery early.
    private static void warnOfEarlyEnd(BackoffPolicy policy, Method method) {
        Duration maxElapsed = policy.limits().maxElapsed();
        boolean cut = policy.worstCase().filter(maxElapsed::equals).isPresent();
        if (cut && !policy.limits().unlimited() && policy.enabled()) {
            ENDS_EARLY
                    .with(
                            ClassUtils.getQualifiedMethodName(method),
                            policy.name(),
                            DurationText.of(maxElapsed),
                            policy.limits().maxAttempts())
                    .log(logger);
        }
    }

    private List<JavaType> types(Method method, Class<?> targetClass) {
        List<JavaType> types = new ArrayList<>();
        for (Type parameter : method.getGenericParameterTypes()) {
            JavaType type = codec.values().type(GenericTypeResolver.resolveType(parameter, targetClass));
            checkStorable(type, method);
            types.add(type);
        }
        return List.copyOf(types);
    }

    private void checkStorable(JavaType type, Method method) {
        String problem = problem(type);
        if (problem != null) {
            throw rejected(
                    method,
                    "an argument cannot be stored as JSON: " + problem,
                    "Use parameters of simple types, such as the id of an order, or records.");
        }
    }

    private @Nullable String problem(JavaType type) {
        return type.isJavaLangObject()
                ? "java.lang.Object is too general to be read back from JSON"
                : codec.values().problem(type);
    }

    static InvalidBackoffException rejected(Method method, String reason, String remedy) {
        return new InvalidBackoffException(Redeliver.class, method, reason, remedy);
    }
}
