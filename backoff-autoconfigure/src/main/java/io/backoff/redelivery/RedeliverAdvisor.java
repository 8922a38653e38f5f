package io.backoff.redelivery;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Puts the interceptor around every method that {@link Redeliver} is on. */
final class RedeliverAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    // The same for all: Spring tells pointcuts apart by name or else by instance, and with another one each context
    // would have proxies of classes of its own, which are never unloaded.
    private static final RedeliverPointcut POINTCUT = new RedeliverPointcut();

    private final transient Supplier<? extends MethodInterceptor> interceptor;
    private transient volatile @Nullable Advice advice;

    /**
     * An advisor of the given order.
     *
     * @param interceptor asked when the first bean is proxied
     */
    RedeliverAdvisor(Supplier<? extends MethodInterceptor> interceptor, int order) {
        this.interceptor = interceptor;
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return POINTCUT;
    }

    @Override
    public Advice getAdvice() {
        Advice known = advice;
        if (known == null) {
            known = interceptor.get();
            advice = known;
        }
        return known;
    }

    private static final class RedeliverPointcut extends StaticMethodMatcherPointcut {

        @Override
        public ClassFilter getClassFilter() {
            return type -> AnnotationUtils.isCandidateClass(type, Redeliver.class);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
            return !Modifier.isPrivate(specific.getModifiers())
                    && AnnotatedElementUtils.hasAnnotation(specific, Redeliver.class);
        }
    }
}
