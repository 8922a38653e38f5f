package io.backoff.aop;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.KotlinDetector;

/** Recognizes methods that may fail after they have returned. */
public final class LateFailure {

    // By name: the libraries of these types need not be there.
    private static final Set<String> REACTIVE = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni");

    private static final Set<String> WEB = Set.of(
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask");

    private LateFailure() {}

    /** Whether the method, of this return type, may. */
    public static boolean isPossible(Method method, Class<?> type) {
        return KotlinDetector.isSuspendingFunction(method)
                || Future.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type)
                || Callable.class.isAssignableFrom(type)
                || WEB.contains(type.getName())
                || isReactive(type);
    }

    private static boolean isReactive(Class<?> type) {
        if (REACTIVE.contains(type.getName()) || type.getSuperclass() != null && isReactive(type.getSuperclass())) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isReactive(each)) {
                return true;
            }
        }
        return false;
    }

    /** What the method returns, for an error. */
    public static String describe(Method method, Class<?> returned) {
        return KotlinDetector.isSuspendingFunction(method)
                ? "it is a suspend function, which needs Reactor, kotlinx-coroutines-reactor and kotlin-reflect, and has to "
                        + "return its result itself, no Flow, Mono or future"
                : "it returns " + returned.getName() + ", which may fail after the method has returned";
    }
}
