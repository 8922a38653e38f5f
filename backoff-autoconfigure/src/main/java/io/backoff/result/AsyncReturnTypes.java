package io.backoff.result;

import java.lang.reflect.Method;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.springframework.core.KotlinDetector;

/**
 * Recognizes methods that may fail after they have returned.
 *
 * <p>An {@code Iterable} counts as a collection that is complete on return, because Spring Data repositories return
 * lists as {@code Iterable}.
 */
public final class AsyncReturnTypes {

    /** Types that yield elements one by one, and may fail at each of them. */
    private static final List<Class<?>> ELEMENTS =
            List.of(BaseStream.class, Iterator.class, Enumeration.class, Spliterator.class);

    // Subtypes do not count: a class that implements one of these interfaces usually has other members too, and its
    // objects are complete on return.
    private static final Set<Class<?>> FUNCTIONS = Set.of(
            Supplier.class,
            BooleanSupplier.class,
            IntSupplier.class,
            LongSupplier.class,
            DoubleSupplier.class,
            Runnable.class);

    // These types are listed by name, because their libraries are optional.
    private static final Set<String> OPTIONAL = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred",
            "kotlin.sequences.Sequence",
            "kotlin.Lazy",
            "kotlin.jvm.functions.Function0",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.smallrye.mutiny.Uni",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private AsyncReturnTypes() {}

    /** Whether the method with this return type may fail after it has returned. */
    public static boolean isPossible(Method method, Class<?> type) {
        return KotlinDetector.isSuspendingFunction(method) || isLate(type);
    }

    /** Whether a result of this type may fail after it has been returned. */
    public static boolean isLate(Class<?> type) {
        return Future.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type)
                || Callable.class.isAssignableFrom(type)
                || FUNCTIONS.contains(type)
                || yieldsElements(type)
                || isOptional(type);
    }

    private static boolean isOptional(Class<?> type) {
        return OPTIONAL.contains(type.getName())
                || type.getSuperclass() != null && isOptional(type.getSuperclass())
                || Stream.of(type.getInterfaces()).anyMatch(AsyncReturnTypes::isOptional);
    }

    private static boolean yieldsElements(Class<?> type) {
        return ELEMENTS.stream().anyMatch(element -> element.isAssignableFrom(type));
    }

    /** Returns the remedy for an error message: the types to return instead. */
    public static String remedy(Method method, Class<?> returned) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return "Add the libraries, and return the result itself.";
        }
        return yieldsElements(returned)
                ? "Read all elements in the method and return a List, or with Reactor a Flux."
                : "Return the result itself, a CompletionStage, or with Reactor a Mono or a Flux.";
    }

    /** Returns the part of an error message that describes the return type. */
    public static String describe(Method method, Class<?> returned) {
        return KotlinDetector.isSuspendingFunction(method)
                ? "it is a suspend function, which needs Reactor, kotlinx-coroutines-reactor and "
                        + "kotlin-reflect, and must return its result itself, not a Flow, Sequence, Mono or future"
                : "it returns " + returned.getName() + ", which may fail after the method has returned";
    }
}
