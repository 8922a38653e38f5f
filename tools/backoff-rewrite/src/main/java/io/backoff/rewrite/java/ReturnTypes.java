package io.backoff.rewrite.java;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects methods whose failures {@code @Backoff} cannot detect because of their return type. */
public final class ReturnTypes {

    private static final List<String> FUTURES =
            List.of("java.util.concurrent.CompletionStage", "java.util.concurrent.CompletableFuture");
    private static final List<String> UNFINISHED = List.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Callable",
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Enumeration",
            "java.util.Spliterator",
            "java.util.concurrent.Flow.Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");
    private static final List<String> FUNCTIONS = List.of(
            "java.util.function.Supplier",
            "java.util.function.BooleanSupplier",
            "java.util.function.IntSupplier",
            "java.util.function.LongSupplier",
            "java.util.function.DoubleSupplier",
            "java.lang.Runnable");

    private ReturnTypes() {}

    /** @throws CannotMigrateException if a method with this return type would be rejected at startup */
    public static void check(@Nullable JavaType type) {
        JavaType.FullyQualified returned = TypeUtils.asFullyQualified(type);
        if (returned == null || FUTURES.contains(returned.getFullyQualifiedName())) {
            return;
        }
        if (FUNCTIONS.contains(returned.getFullyQualifiedName())
                || UNFINISHED.stream().anyMatch(unfinished -> TypeUtils.isAssignableTo(unfinished, returned))) {
            throw new CannotMigrateException(
                    "a method that returns a '%s' cannot be retried: retry what it calls"
                            .formatted(returned.getClassName()),
                    "by-one-command");
        }
    }
}
