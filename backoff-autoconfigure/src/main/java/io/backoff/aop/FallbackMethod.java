package io.backoff.aop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ReflectionUtils;

/**
 * The resolved {@code fallback} of an annotation, which may have overloads for different failures.
 *
 * @param candidates the overloads: the one for the most specific failure first, the one without a failure last
 * @param misfits overloads that do not fit the annotated method but look like fallbacks, perhaps for another method
 * @param bean supplies the object to call; {@code null} for the guarded object itself or a static method of its class
 */
record FallbackMethod(
        List<Method> candidates,
        List<Method> misfits,
        @Nullable Supplier<Object> bean) {

    /**
     * Computes the result of a call that gave up.
     *
     * @param failure the failure of the last attempt, thrown if no candidate accepts it; {@code null} if the attempt
     *     returned a result that was rejected
     */
    @Nullable
    Object replace(GuardedCall call, @Nullable Throwable failure) throws Throwable {
        @Nullable Object[] arguments = call.guarded().kind().arguments(call.arguments());
        Method method = select(failure, arguments.length);
        if (method == null) {
            throw failure != null ? failure : new IllegalStateException("No fallback for a rejected result");
        }
        Object target = bean == null ? call.target() : bean.get();
        return call(method, target, arguments(method, arguments, failure));
    }

    private @Nullable Object call(Method method, @Nullable Object target, @Nullable Object[] all) throws Throwable {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return invokeSuspending(target, method, all);
        }
        try {
            return invocable(method, target).invoke(target, all);
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getTargetException();
        }
    }

    /** Invokes a suspend function as Spring's proxies do. The result is a {@code Mono}. */
    @SuppressWarnings("NullAway") // Spring declares the array without nulls, but accepts null arguments.
    private static @Nullable Object invokeSuspending(
            @Nullable Object target, Method method, @Nullable Object[] arguments) throws Throwable {
        return AopUtils.invokeJoinpointUsingReflection(target, method, arguments);
    }

    private static @Nullable Object[] arguments(
            Method method, @Nullable Object[] arguments, @Nullable Throwable failure) {
        @Nullable Object[] all = Arrays.copyOf(arguments, method.getParameterCount());
        if (all.length > arguments.length) {
            // The last argument of a suspend function is its continuation.
            all[all.length - 1] = arguments.length == 0 ? null : arguments[arguments.length - 1];
            all[failureIndex(method)] = failure;
        }
        return all;
    }

    /** The index of the failure parameter: the last one, or the one before the continuation of a suspend function. */
    static int failureIndex(Method method) {
        return method.getParameterCount() - (KotlinDetector.isSuspendingFunction(method) ? 2 : 1);
    }

    private @Nullable Method select(@Nullable Throwable failure, int arguments) {
        if (failure == null) {
            return candidates.get(candidates.size() - 1);
        }
        return candidates.stream()
                .filter(candidate -> takes(candidate, failure, arguments))
                .findFirst()
                .orElse(null);
    }

    private static boolean takes(Method candidate, Throwable failure, int arguments) {
        boolean withFailure = candidate.getParameterCount() > arguments;
        return !withFailure || candidate.getParameterTypes()[failureIndex(candidate)].isInstance(failure);
    }

    private Method invocable(Method method, @Nullable Object target) {
        Method invocable =
                bean == null || target == null ? method : AopUtils.selectInvocableMethod(method, target.getClass());
        ReflectionUtils.makeAccessible(invocable);
        return invocable;
    }
}
