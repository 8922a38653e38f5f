package io.backoff.aspectj;

import java.lang.reflect.Field;
import java.util.List;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.runtime.internal.AroundClosure;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * The remainder of a woven call: the next advice, or the method. It can proceed repeatedly, on any thread, always from
 * the same place.
 *
 * <p>{@link ProceedingJoinPoint#proceed()} cannot do this if the method has other advice besides ours. In that case,
 * AspectJ keeps one stack for all advice. On other threads, and after the second call of {@code proceed()}, the
 * position in this stack is wrong, so inner advice would be skipped.
 */
@FunctionalInterface
interface Continuation {

    @Nullable
    Object proceed() throws Throwable;

    /** Captures the remainder of a call. Call this at the beginning of the advice, on the caller's thread. */
    static Continuation of(ProceedingJoinPoint call) {
        AroundClosure own = Stack.top(call);
        // The state contains the arguments. The closure passes them as parameters, so an attempt cannot change the
        // arguments of the next one.
        return own == null ? call::proceed : () -> own.run(own.getState());
    }

    /** Reads AspectJ's stack of advice by reflection, because there is no public API for it. */
    final class Stack {

        static final String IMPLEMENTATION = "org.aspectj.runtime.reflect.JoinPointImpl";
        private static final @Nullable Field CLOSURES = field("arcs", List.class);
        private static final @Nullable Field POSITION = field("arcIndex", ThreadLocal.class);

        private Stack() {}

        /**
         * Returns the closure of our advice; {@code null} if there is no stack, or if this AspectJ version has other
         * fields.
         */
        private static @Nullable AroundClosure top(ProceedingJoinPoint call) {
            if (CLOSURES == null
                    || POSITION == null
                    || !CLOSURES.getDeclaringClass().isInstance(call)) {
                return null;
            }
            List<?> closures = (List<?>) ReflectionUtils.getField(CLOSURES, call);
            ThreadLocal<?> position = (ThreadLocal<?>) ReflectionUtils.getField(POSITION, call);
            if (closures == null || position == null) {
                return null;
            }
            return (AroundClosure) closures.get((Integer) position.get());
        }

        private static @Nullable Field field(String name, Class<?> type) {
            try {
                Class<?> owner = Class.forName(IMPLEMENTATION, false, Stack.class.getClassLoader());
                Field field = ReflectionUtils.findField(owner, name, type);
                if (field != null) {
                    field.setAccessible(true);
                }
                return field;
            } catch (ClassNotFoundException | RuntimeException unavailable) {
                return null;
            }
        }
    }
}
