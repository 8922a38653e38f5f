package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.PermanentException;
import io.backoff.aop.AsyncReturnTypes;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.claim.IdempotencyServices;
import io.backoff.idempotency.claim.TransactionBoundary;
import io.backoff.idempotency.key.Fingerprint;
import io.backoff.idempotency.key.KeyExpression;
import io.backoff.idempotency.key.KeyResolver;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.idempotency.result.JsonCodec;
import io.backoff.idempotency.result.ResultReplay;
import io.backoff.idempotency.result.ResultSerializer;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.CauseChain;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Creates idempotent methods, and rejects those that could not work. */
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
        IdempotentAdapter adapter = adapter(method, targetClass, returned, services);
        IdempotencyService service = adapter instanceof InTransactionIdempotence && services.inTransaction() != null
                ? services.inTransaction()
                : services.around();
        RetryCompatibilityCheck.check(method, adapter, policy, dependencies);
        String operation = operation(method, targetClass, annotation);
        return new IdempotentMethod(
                method,
                dependencies.application(),
                operation,
                keys(method, annotation.key(), codec, requests),
                new Fingerprint(operation, method, codec, requests),
                new ResultReplay(
                        operation,
                        serializer(method, adapter.resultOf(returned), codec),
                        service.limits().maxResultSize(),
                        service.store().joinsTransaction() ? failure -> false : failure -> isFinal(failure, policy)),
                service,
                service == services.around() ? AdvicePosition.AROUND_TRANSACTION : AdvicePosition.IN_TRANSACTION,
                adapter,
                dependencies.principal(),
                requests);
    }

    // Resolves type variables in the class: a variable alone does not say which type to read JSON as.
    private static ResolvableType returned(Method method, Class<?> type) {
        return ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type));
    }

    private JsonCodec codec(Method method) {
        JsonCodec codec = dependencies.codec();
        if (codec == null) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "arguments are compared and results are kept as JSON, but Jackson 3 is not on the class path",
                    "Add spring-boot-starter-jackson, or tools.jackson.core:jackson-databind.");
        }
        return codec;
    }

    private IdempotencyServices services(Method method) {
        IdempotencyServices services = dependencies.services();
        if (services == null) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "there is no store to keep keys in",
                    "Add com.github.ben-manes.caffeine:caffeine for keys in memory, or configure a database or Redis.");
        }
        return services;
    }

    private IdempotentAdapter adapter(
            Method method, Class<?> targetClass, ResolvableType returned, IdempotencyServices services) {
        Class<?> type = returned.resolve(method.getReturnType());
        TransactionBoundary boundary = services.boundary();
        BlockingIdempotence blocking = new BlockingIdempotence();
        if (boundary != null && blocking.supports(method, type)) {
            checkTransaction(method, targetClass, boundary);
            return new InTransactionIdempotence(boundary, blocking);
        }
        return dependencies.adapters().stream()
                .filter(each -> each.supports(method, type))
                .findFirst()
                .orElseThrow(() -> new InvalidBackoffException(
                        Idempotent.class,
                        method,
                        AsyncReturnTypes.describe(method, type),
                        "Return the result itself, a CompletionStage, or with Reactor a Mono."));
    }

    private static void checkTransaction(Method method, Class<?> targetClass, TransactionBoundary boundary) {
        try {
            boundary.check(method, targetClass);
        } catch (IllegalArgumentException rejected) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    String.valueOf(rejected.getMessage()),
                    "Let the method run in a transaction, or set backoff.idempotency.jdbc.mode=two-phase.",
                    rejected);
        }
    }

    private @Nullable RequestKeyResolver requests(Method method, Class<?> targetClass) {
        return dependencies.requests().stream()
                .filter(each -> each.covers(method, targetClass))
                .findFirst()
                .orElse(null);
    }

    private String operation(Method method, Class<?> targetClass, Idempotent annotation) {
        if (annotation.value().isBlank()) {
            return MethodTag.of(method, targetClass);
        }
        try {
            String name = dependencies.beans().resolveEmbeddedValue(annotation.value());
            if (name != null && !name.isBlank() && !name.contains("${") && name.length() <= 255) {
                return name;
            }
            throw new IllegalArgumentException("it resolves to '" + name + "'");
        } catch (IllegalArgumentException unresolved) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "the operation name '" + annotation.value() + "' cannot be used: " + unresolved.getMessage(),
                    "Use a name of 1 to 255 characters, and define the properties that it refers to.",
                    unresolved);
        }
    }

    private static KeyResolver keys(Method method, String key, JsonCodec codec, @Nullable RequestKeyResolver requests) {
        if (key.isBlank()) {
            if (requests == null) {
                throw new InvalidBackoffException(
                        Idempotent.class,
                        method,
                        "it has no 'key', and the method is not in a web controller, whose requests bring one",
                        "Name what makes two calls the same, as in @Idempotent(key = \"#order.id\").");
            }
            checkRequest(method, requests);
            return (context, target, arguments) -> requests.key(context);
        }
        try {
            return new KeyExpression(key, method, codec);
        } catch (IllegalArgumentException failure) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "key '" + key + "' cannot be used: " + failure.getMessage(),
                    "Write a SpEL expression over the arguments by name, as in '#order.id'.",
                    failure);
        }
    }

    private static void checkRequest(Method method, RequestKeyResolver requests) {
        try {
            requests.check(method, method.getReturnType());
        } catch (IllegalArgumentException rejected) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    String.valueOf(rejected.getMessage()),
                    "Return a Mono, or name the key, as in @Idempotent(key = \"#order.id\").",
                    rejected);
        }
    }

    private ResultSerializer serializer(Method method, ResolvableType type, JsonCodec codec) {
        try {
            return serializer(type, codec);
        } catch (IllegalArgumentException failure) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "its result, " + type + ", cannot be kept for duplicates: " + failure.getMessage(),
                    "Return void, or a plain class or record that JSON can express.",
                    failure);
        }
    }

    private ResultSerializer serializer(ResolvableType type, JsonCodec codec) {
        Class<?> resolved = type.resolve();
        if (resolved == void.class || resolved == Void.class) {
            return ResultSerializer.NONE;
        }
        for (ResultSerializer.Factory factory : dependencies.serializers()) {
            ResultSerializer serializer = factory.of(type, codec);
            if (serializer != null) {
                return serializer;
            }
        }
        if (resolved == null || resolved == Object.class) {
            throw new IllegalArgumentException("the type does not say what to read");
        }
        return ResultSerializer.json(type.getType(), codec);
    }

    private static boolean isFinal(Throwable failure, @Nullable Supplier<BackoffPolicy> policy) {
        return CauseChain.any(failure, PermanentException.class::isInstance)
                || policy != null && policy.get().classifier().rules().aborts(failure);
    }
}
