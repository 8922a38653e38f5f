package io.backoff.aspectj;

import java.lang.reflect.Field;
import java.util.List;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.runtime.internal.AroundClosure;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * What a woven call goes on with: the next advice, or the method. Each time from the same place, on whatever thread.
 *
 * <p>{@link ProceedingJoinPoint#proceed()} does so only while ours is the only advice of the method. With others further
 * in, AspectJ keeps a stack for all of them, whose position is wrong from the third time on and on other threads: it
 * would skip the advice further in.
 */
@FunctionalInterface
interface Continuation {

    @Nullable
    Object proceed() throws Throwable;

    /** To be asked for where the advice begins, on the thread of the caller. */
    static Continuation of(ProceedingJoinPoint call) {
        AroundClosure own = Stack.top(call);
        // The state holds the arguments; the method gets them by value.
        return own == null ? call::proceed : () -> own.run(own.getState());
    }

    /** The stack of AspectJ, to which there is no other way in. */
    final class Stack {

        static final String IMPLEMENTATION = "org.aspectj.runtime.reflect.JoinPointImpl";
        private static final @Nullable Field CLOSURES = field("arcs", List.class);
        private static final @Nullable Field POSITION = field("arcIndex", ThreadLocal.class);

        private Stack() {}

        /** {@code null} when there is no stack, or AspectJ is of another version. */
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
