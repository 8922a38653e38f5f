package io.backoff.rewrite.springframework;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.ProxiedMethods;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Rejects methods whose calls {@code @Backoff} retries in another way. */
final class RetriedMethods {

    private static final String SECTION = "what-changes";
    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final List<String> PUBLISHERS = List.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow.Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred");

    private RetriedMethods() {}

    static void check(AnnotatedElement element) {
        J.MethodDeclaration method = element.method();
        if (method != null) {
            checkAsync(Stream.concat(
                    method.getLeadingAnnotations().stream(), element.type().getLeadingAnnotations().stream()));
            checkReturnType(method.getMethodType());
        } else if (element.type().getKind() != J.ClassDeclaration.Kind.Type.Annotation) {
            checkAsync(element.type().getLeadingAnnotations().stream());
            checkAll(element.type());
        }
    }

    private static void checkAll(J.ClassDeclaration type) {
        ProxiedMethods.of(type.getType()).forEach(each -> {
            checkReturnType(each);
            checkAsync(each);
        });
    }

    private static void checkReturnType(JavaType.@Nullable Method method) {
        JavaType returned = method == null ? null : method.getReturnType();
        if (TypeUtils.isAssignableTo("java.util.concurrent.Future", returned)
                || TypeUtils.isAssignableTo("java.util.concurrent.CompletionStage", returned)) {
            throw new CannotMigrateException(
                    "a future that fails is not noticed there: its call is retried here", SECTION);
        }
        if (PUBLISHERS.stream().anyMatch(each -> TypeUtils.isAssignableTo(each, returned))) {
            throw new CannotMigrateException(
                    "a publisher is subscribed to again there: its method is called again here", SECTION);
        }
    }

    private static void checkAsync(Stream<J.Annotation> annotations) {
        if (annotations.anyMatch(each -> TypeUtils.isOfClassType(each.getType(), ASYNC))) {
            throw async();
        }
    }

    private static void checkAsync(JavaType.Method method) {
        if (method.getAnnotations().stream().anyMatch(each -> TypeUtils.isOfClassType(each, ASYNC))) {
            throw async();
        }
    }

    private static CannotMigrateException async() {
        return new CannotMigrateException("with '@Async', the order of the two differs", SECTION);
    }
}
