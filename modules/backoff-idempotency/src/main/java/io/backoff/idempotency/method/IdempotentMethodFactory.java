package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.PermanentException;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.claim.IdempotencyServices;
import io.backoff.idempotency.claim.TransactionBoundary;
import io.backoff.idempotency.key.Fingerprint;
import io.backoff.idempotency.key.IdempotencyKeyExpression;
import io.backoff.idempotency.key.KeyResolver;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.idempotency.result.JsonCodec;
import io.backoff.idempotency.result.ResultReplay;
import io.backoff.idempotency.result.ResultSerializer;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicy;
import io.backoff.result.AsyncReturnTypes;
import io.backoff.result.ResultKind;
import io.backoff.text.CauseChain;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Creates idempotent methods, and rejects invalid ones. */
public final class IdempotentMethodFactory {

    private final IdempotencyDependencies dependencies;

    public IdempotentMethodFactory(IdempotencyDependencies dependencies) {
        this.dependencies = dependencies;
    }

    IdempotentMethod create(Method method, Class<?> targetClass, Idempotent annotation) {
        ResolvableType returned = returned(method, ClassUtils.getUserClass(targetClass));
        JsonCodec codec = codec(method);
        IdempotencyServices services = services(method);
        Supplier<BackoffPolicy> policy = dependencies.backoff().policyOf(method, targetClass);
        RequestKeyResolver requests = requests(method, targetClass);
        ResultKind kind = kind(method, returned.resolve(method.getReturnType()));
        TransactionBoundary boundary = kind.asynchronous() ? null : boundary(method, targetClass, services);
        IdempotencyService service =
                boundary != null && services.inTransaction() != null ? services.inTransaction() : services.around();
        RetryCompatibilityCheck.check(method, kind, policy, dependencies);
        String operation = operation(method, targetClass, annotation);
        return new IdempotentMethod(
                method,
                dependencies.application(),
                operation,
                keys(method, targetClass, annotation.key(), codec, requests),
                new Fingerprint(operation, method, codec, requests),
                results(operation, serializer(method, kind.valueOf(returned), codec), service, policy),
                service,
                service == services.around() ? AdvicePosition.AROUND_TRANSACTION : AdvicePosition.IN_TRANSACTION,
                kind,
                boundary,
                dependencies.transactions().independent(method, targetClass),
                dependencies.principal(),
                requests);
    }

    // Resolves the type variables of the class, because JSON cannot be read as a type variable.
    private static ResolvableType returned(Method method, Class<?> type) {
        return ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type));
    }

    private JsonCodec codec(Method method) {
        JsonCodec codec = dependencies.codec();
        if (codec == null) {
            throw invalid(
                    method,
                    "arguments are compared and results are kept as JSON, but Jackson 3 is not on the class path",
                    "Add spring-boot-starter-jackson, or tools.jackson.core:jackson-databind.");
        }
        return codec;
    }

    private IdempotencyServices services(Method method) {
        IdempotencyServices services = dependencies.services();
        if (services == null) {
            throw invalid(
                    method,
                    "there is no store for idempotency keys",
                    "Add com.github.ben-manes.caffeine:caffeine for keys in memory, or configure a database or Redis.");
        }
        return services;
    }

    private ResultKind kind(Method method, Class<?> type) {
        // A suspend function has a continuation as an argument, which cannot be compared with that of a duplicate.
        if (KotlinDetector.isSuspendingFunction(method)) {
            throw invalid(
                    method,
                    "it is a suspend function, whose arguments cannot be compared with those of duplicates",
                    "Annotate a function that does not suspend, or one that returns a CompletionStage or a Mono.");
        }
        ResultKind kind = dependencies.kinds().find(method, type);
        if (kind == null || !kind.single()) {
            throw invalid(
                    method,
                    AsyncReturnTypes.describe(method, type),
                    "Return the result itself, a CompletionStage, or, with Reactor, a Mono.");
        }
        return kind;
    }

    private static @Nullable TransactionBoundary boundary(
            Method method, Class<?> targetClass, IdempotencyServices services) {
        TransactionBoundary boundary = services.boundary();
        if (boundary != null) {
            checkTransaction(method, targetClass, boundary);
        }
        return boundary;
    }

    private static void checkTransaction(Method method, Class<?> targetClass, TransactionBoundary boundary) {
        check(
                method,
                () -> boundary.check(method, targetClass),
                "Let the method run in a transaction, or set backoff.idempotency.jdbc.mode=two-phase.");
    }

    private @Nullable RequestKeyResolver requests(Method method, Class<?> targetClass) {
        return dependencies.requests().stream()
                .filter(resolver -> resolver.covers(method, targetClass))
                .findFirst()
                .orElse(null);
    }

    private String operation(Method method, Class<?> targetClass, Idempotent annotation) {
        String name = annotation.value();
        if (name.isBlank()) {
            return MethodTag.of(method, targetClass);
        }
        return orReject(
                method,
                () -> resolve(name),
                "the operation name '" + name + "' cannot be used: ",
                "Use a name of 1 to 255 characters, and define the properties that it refers to.");
    }

    private String resolve(String text) {
        String name = dependencies.beans().resolveEmbeddedValue(text);
        if (name == null || name.isBlank() || name.contains("${") || name.length() > 255) {
            throw new IllegalArgumentException("it resolves to '" + name + "'");
        }
        return name;
    }

    private static KeyResolver keys(
            Method method, Class<?> targetClass, String key, JsonCodec codec, @Nullable RequestKeyResolver requests) {
        return key.isBlank() ? requestKeys(method, requests) : expression(method, targetClass, key, codec);
    }

    private static KeyResolver requestKeys(Method method, @Nullable RequestKeyResolver requests) {
        if (requests == null) {
            throw invalid(
                    method,
                    "it has no 'key', and the method is not in a web controller, whose requests carry one",
                    "Set 'key' to what identifies the operation, as in @Idempotent(key = \"#order.id\").");
        }
        checkRequest(method, requests);
        return (context, target, arguments) -> requests.key(context);
    }

    private static void checkRequest(Method method, RequestKeyResolver requests) {
        check(
                method,
                () -> requests.check(method, method.getReturnType()),
                "Return a Mono, or set 'key', as in @Idempotent(key = \"#order.id\").");
    }

    private static KeyResolver expression(Method method, Class<?> targetClass, String key, JsonCodec codec) {
        return orReject(
                method,
                () -> new IdempotencyKeyExpression(key, method, targetClass, codec),
                "key '" + key + "' cannot be used: ",
                "Write a SpEL expression over the arguments by name, as in '#order.id'.");
    }

    private static ResultReplay results(
            String operation,
            ResultSerializer serializer,
            IdempotencyService service,
            @Nullable Supplier<BackoffPolicy> policy) {
        return new ResultReplay(
                operation,
                serializer,
                service.limits().maxResultSize(),
                service.store().joinsTransaction() ? failure -> false : failure -> isFinal(failure, policy));
    }

    private ResultSerializer serializer(Method method, ResolvableType type, JsonCodec codec) {
        return orReject(
                method,
                () -> serializer(type, codec),
                "its result, " + type + ", cannot be stored for duplicate calls: ",
                "Return void, or a plain class or record that JSON can express.");
    }

    private ResultSerializer serializer(ResolvableType type, JsonCodec codec) {
        Class<?> resolved = type.resolve();
        if (resolved == void.class || resolved == Void.class) {
            return ResultSerializer.NONE;
        }
        ResultSerializer special = specialSerializer(type, codec);
        return special == null ? json(type, codec) : special;
    }

    private @Nullable ResultSerializer specialSerializer(ResolvableType type, JsonCodec codec) {
        for (ResultSerializer.Factory factory : dependencies.serializers()) {
            ResultSerializer serializer = factory.of(type, codec);
            if (serializer != null) {
                return serializer;
            }
        }
        return null;
    }

    private static ResultSerializer json(ResolvableType type, JsonCodec codec) {
        Class<?> resolved = type.resolve();
        if (resolved == null || resolved == Object.class) {
            throw new IllegalArgumentException("the type is too general to be read back from JSON");
        }
        return ResultSerializer.json(type.getType(), codec);
    }

    private static void check(Method method, Runnable check, String remedy) {
        try {
            check.run();
        } catch (IllegalArgumentException rejected) {
            throw new InvalidBackoffException(
                    Idempotent.class, method, String.valueOf(rejected.getMessage()), remedy, rejected);
        }
    }

    private static <T> T orReject(Method method, Supplier<T> creation, String problem, String remedy) {
        try {
            return creation.get();
        } catch (IllegalArgumentException failure) {
            throw new InvalidBackoffException(
                    Idempotent.class, method, problem + failure.getMessage(), remedy, failure);
        }
    }

    private static InvalidBackoffException invalid(Method method, String reason, String remedy) {
        return new InvalidBackoffException(Idempotent.class, method, reason, remedy);
    }

    private static boolean isFinal(Throwable failure, @Nullable Supplier<BackoffPolicy> policy) {
        return CauseChain.any(failure, PermanentException.class::isInstance)
                || policy != null && policy.get().classifier().rules().abortsByName(failure);
    }
}
