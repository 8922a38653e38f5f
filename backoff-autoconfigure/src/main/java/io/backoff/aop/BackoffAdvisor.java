package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.InterfaceMethods;
import io.backoff.method.LazyAnnotationAdvisor;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts the interceptor around every method that {@link Backoff} covers. */
public final class BackoffAdvisor extends LazyAnnotationAdvisor {

    /** The intercepted methods. */
    public static final AnnotatedMethods<Backoff> ANNOTATED = BackoffAnnotations.METHODS;

    /**
     * Creates an advisor with the given order.
     *
     * @param invoker supplies the invoker on the first call
     */
    public BackoffAdvisor(Supplier<BackoffInvoker> invoker, int order) {
        super(ANNOTATED, () -> invoker.get()::invoke, order);
    }

    private BackoffAdvisor(HiddenPointcut pointcut, Advice advice, int order) {
        super(pointcut, advice, order);
    }

    /**
     * Returns an advisor with the same advice, for a proxy that hides an annotated object.
     *
     * @param hidden the class of that object
     * @param seen the class whose methods the proxy already guards; {@code null} for none
     */
    BackoffAdvisor forHidden(Class<?> hidden, @Nullable Class<?> seen) {
        return new BackoffAdvisor(new HiddenPointcut(hidden, seen), getAdvice(), getOrder());
    }

    private static final class HiddenPointcut extends StaticMethodMatcherPointcut {

        private final Class<?> hidden;
        private final @Nullable Class<?> seen;

        HiddenPointcut(Class<?> hidden, @Nullable Class<?> seen) {
            this.hidden = hidden;
            this.seen = seen;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return BackoffAnnotations.find(InterfaceMethods.behind(method, hidden), hidden) != null
                    && (seen == null || BackoffAnnotations.find(method, seen) == null);
        }
    }
}
