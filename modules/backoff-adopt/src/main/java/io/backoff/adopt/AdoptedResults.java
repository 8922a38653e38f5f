package io.backoff.adopt;

import io.backoff.adopt.LibrarySettings.Asynchronous;
import io.backoff.result.ResultKind;
import io.backoff.result.ResultKinds;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/**
 * The kinds of asynchronous results through which adopted calls can be observed.
 *
 * @param kinds the kinds of results
 */
record AdoptedResults(ResultKinds kinds) {

    /** Returns the result kind of a declared return type. */
    ResultKind of(Method method, Class<?> returned) {
        return kinds.following(method, returned);
    }

    /** Whether the library retries results that fail after the method has returned. */
    boolean areRetried(ResultKind kind, Class<?> returned, Asynchronous retried) {
        return kind.lazy()
                ? retried.publishers()
                : retried.stages() && CompletionStage.class.isAssignableFrom(returned);
    }

    /**
     * Whether callers may get the future or publisher of a call before the method is called. An early result is
     * impossible if only the method itself can create results of its type. For an {@code @Async} method, an early
     * result would be useless: a thread of the method's executor waits for the future anyway. If the attempt waits on
     * that thread instead, the library also retries exceptions that the method throws.
     */
    boolean mayBeginLater(ResultKind kind, Method method, Class<?> targetClass) {
        return kind.asynchronous()
                && kind.supports(method, method.getReturnType())
                && !isAsync(AopUtils.getMostSpecificMethod(method, targetClass))
                && !isAsync(targetClass);
    }

    private static boolean isAsync(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Async.class);
    }

    /** Why results of the method cannot be observed; {@code null} if they can. */
    @Nullable
    String unsupported(Method method, Class<?> returned, LibrarySettings retry) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return "it is a suspend function, which returns to the library before it has run";
        }
        boolean followed = of(method, returned).asynchronous();
        boolean retriedLater = retry.asynchronous().publishers() && isPublisher(returned);
        return retriedLater && !followed
                ? "it returns " + returned.getName()
                        + ", whose subscriptions cannot be observed, unlike those of Mono and Flux"
                : null;
    }

    /**
     * Whether the library treats a stage as a publisher. If so, a retry reads the same stage again instead of calling
     * the method again.
     */
    boolean isRetriedOutside(Class<?> returned, LibrarySettings retry) {
        Asynchronous retried = retry.asynchronous();
        return retried.publishers()
                && !retried.stages()
                && CompletionStage.class.isAssignableFrom(returned)
                && !Future.class.isAssignableFrom(returned)
                && ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null;
    }

    private static boolean isPublisher(Class<?> type) {
        return !Future.class.isAssignableFrom(type)
                && !CompletionStage.class.isAssignableFrom(type)
                && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }
}
