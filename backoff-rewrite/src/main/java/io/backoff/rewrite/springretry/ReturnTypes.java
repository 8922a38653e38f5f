package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import java.util.List;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects methods that go on after they have returned: spring-retry retries only what they throw. */
final class ReturnTypes {

    private static final List<String> ASYNCHRONOUS =
            List.of("java.util.concurrent.CompletionStage", "org.reactivestreams.Publisher");

    private static final List<String> LATER = List.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.Callable",
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Enumeration",
            "java.util.Spliterator",
            "java.util.function.Supplier",
            "java.util.function.BooleanSupplier",
            "java.util.function.IntSupplier",
            "java.util.function.LongSupplier",
            "java.util.function.DoubleSupplier",
            "java.lang.Runnable",
            "java.util.concurrent.Flow$Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private ReturnTypes() {}

    static void check(J.MethodDeclaration method) {
        JavaType type = Members.returnType(method);
        if (type == null || type instanceof JavaType.Unknown) {
            throw new CannotMigrateException(
                    "the type that '" + method.getSimpleName() + "' returns is not known", "what-changes");
        }
        if (isAny(ASYNCHRONOUS, type)) {
            throw new CannotMigrateException(
                    "'" + method.getSimpleName() + "' is asynchronous: only what it throws was retried, "
                            + "'@Backoff' retries what it returns too",
                    "what-changes");
        }
        if (isAny(LATER, type)) {
            throw new CannotMigrateException(
                    "'" + method.getSimpleName() + "' may fail after it has returned, which '@Backoff' rejects",
                    "what-changes");
        }
    }

    private static boolean isAny(List<String> names, JavaType type) {
        return names.stream().anyMatch(each -> TypeUtils.isAssignableTo(each, type));
    }
}
