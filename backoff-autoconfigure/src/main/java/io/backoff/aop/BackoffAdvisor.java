package io.backoff.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts the interceptor around every method that {@link io.backoff.Backoff} covers. */
public final class BackoffAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    // The same for all: Spring tells pointcuts apart by name or else by instance, and with another one each context
    // would have proxies of classes of its own, which are never unloaded.
    private static final BackoffPointcut POINTCUT = new BackoffPointcut();

    private final transient BackoffInterceptor advice;
    private final transient Pointcut pointcut;

    /**
     * An advisor of the given order.
     *
     * @param invoker asked at the first call of an annotated method, and not when a bean is proxied: a build that
     *     generates proxies has to get by without the configuration
     */
    public BackoffAdvisor(Supplier<BackoffInvoker> invoker, int order) {
        this(new BackoffInterceptor(invoker), POINTCUT, order);
    }

    private BackoffAdvisor(BackoffInterceptor advice, Pointcut pointcut, int order) {
        this.advice = advice;
        this.pointcut = pointcut;
        setOrder(order);
    }

    /**
     * The same advice for a proxy that hides an annotated object.
     *
     * @param hidden the class of that object
     * @param seen the class whose methods are guarded on the proxy already; {@code null} for none
     */
    BackoffAdvisor forHidden(Class<?> hidden, @Nullable Class<?> seen) {
        return new BackoffAdvisor(advice, new HiddenPointcut(hidden, seen), getOrder());
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return advice;
    }

    private static final class BackoffPointcut extends StaticMethodMatcherPointcut {

        @Override
        public ClassFilter getClassFilter() {
            return BackoffAnnotations::isCandidate;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            // A private method cannot be reached through a proxy; the inspection at startup says so.
            return !Modifier.isPrivate(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && BackoffAnnotations.find(method, targetClass) != null;
        }
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
