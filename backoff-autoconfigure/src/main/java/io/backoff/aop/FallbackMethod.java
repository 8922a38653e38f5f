package io.backoff.aop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;

/**
 * What {@code fallback} of an annotation stands for: methods of one name that differ in the failure that they take.
 *
 * @param candidates the most specific failure first, one without a failure last
 * @param bean gives the object to call, {@code null} for the guarded object itself, or the class of a static method
 */
record FallbackMethod(List<Method> candidates, @Nullable Supplier<Object> bean) {

    /** Whether some candidate takes this failure. */
    boolean handles(@Nullable Throwable failure, int arguments) {
        return select(failure, arguments) != null;
    }

    @Nullable
    Object invoke(@Nullable Object guarded, @Nullable Object[] arguments, @Nullable Throwable failure)
            throws Throwable {
        Method method = select(failure, arguments.length);
        if (method == null) {
            throw new IllegalStateException("No fallback for " + failure, failure);
        }
        @Nullable Object[] all = Arrays.copyOf(arguments, method.getParameterCount());
        if (all.length > arguments.length) {
            all[arguments.length] = failure;
        }
        Object target = bean == null ? guarded : bean.get();
        try {
            return invocable(method, target).invoke(target, all);
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getTargetException();
        }
    }

    private @Nullable Method select(@Nullable Throwable failure, int arguments) {
        if (failure == null) {
            return candidates.get(candidates.size() - 1);
        }
        for (Method each : candidates) {
            boolean withFailure = each.getParameterCount() > arguments;
            if (!withFailure || each.getParameterTypes()[arguments].isInstance(failure)) {
                return each;
            }
        }
        return null;
    }

    private Method invocable(Method method, @Nullable Object target) {
        Method invocable =
                bean == null || target == null ? method : AopUtils.selectInvocableMethod(method, target.getClass());
        ReflectionUtils.makeAccessible(invocable);
        return invocable;
    }
}
