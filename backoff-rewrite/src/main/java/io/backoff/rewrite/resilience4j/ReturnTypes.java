package io.backoff.rewrite.resilience4j;

import java.util.List;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Distinguishes return types that can be retried from others that can fail later. */
final class ReturnTypes {

    private static final String FLUX = "reactor.core.publisher.Flux";
    private static final List<String> LATER = List.of(
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Enumeration",
            "java.util.Spliterator",
            "java.util.concurrent.Callable",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "io.reactivex.SingleSource",
            "io.reactivex.MaybeSource",
            "io.reactivex.ObservableSource",
            "io.reactivex.CompletableSource",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");
    private static final List<String> FUNCTIONS = List.of("java.lang.Runnable", "java.util.function.Supplier");

    private ReturnTypes() {}

    static void check(J.MethodDeclaration method) {
        JavaType type = type(method);
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        String name = known == null ? "" : known.getFullyQualifiedName();
        boolean supported = name.equals(FLUX) || name.equals("reactor.core.publisher.Mono");
        boolean later =
                FUNCTIONS.contains(name) || LATER.stream().anyMatch(each -> TypeUtils.isAssignableTo(each, type));
        if (!supported && (later || name.startsWith("io.reactivex."))) {
            throw Unsupported.setting("a method that returns '%s' cannot be retried"
                    .formatted(name.substring(name.lastIndexOf('.') + 1)));
        }
    }

    static boolean isFlux(J.MethodDeclaration method) {
        return TypeUtils.isOfClassType(type(method), FLUX);
    }

    private static @org.jspecify.annotations.Nullable JavaType type(J.MethodDeclaration method) {
        return method.getReturnTypeExpression() == null
                ? null
                : method.getReturnTypeExpression().getType();
    }
}
