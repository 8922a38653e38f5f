package io.backoff.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
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

    /**
     * An advisor of the given order.
     *
     * @param invoker asked at the first call of an annotated method, and not when a bean is proxied: a build that
     *     generates proxies has to get by without the configuration
     */
    public BackoffAdvisor(Supplier<BackoffInvoker> invoker, int order) {
        this.advice = new BackoffInterceptor(invoker);
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return POINTCUT;
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
}
