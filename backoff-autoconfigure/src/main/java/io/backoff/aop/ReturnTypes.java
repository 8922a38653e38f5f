package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/** Which return types can be retried: those whose failure shows when the method returns. */
final class ReturnTypes {

    // By name: the libraries of these types need not be there.
    private static final Set<String> REACTIVE = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "io.reactivex.rxjava3.core.Single",
            "io.reactivex.rxjava3.core.Maybe",
            "io.reactivex.rxjava3.core.Completable",
            "io.smallrye.mutiny.Uni");

    private ReturnTypes() {}

    static void check(Method method) {
        Class<?> type = method.getReturnType();
        if (KotlinDetector.isSuspendingFunction(method)) {
            throw unsupported(method, "it is a Kotlin suspend function");
        }
        if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            throw unsupported(method, "it returns " + type.getName() + ", which may fail later");
        }
        if (isReactive(type)) {
            throw unsupported(method, "it returns " + type.getName() + ", which may fail later");
        }
    }

    private static boolean isReactive(Class<?> type) {
        return REACTIVE.contains(type.getName())
                || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                        .anyMatch(each -> REACTIVE.contains(each.getName()));
    }

    private static InvalidBackoffException unsupported(Method method, String reason) {
        return new InvalidBackoffException(
                method, reason, "Put @Backoff on a method that returns its result itself, and remove it here.");
    }
}
