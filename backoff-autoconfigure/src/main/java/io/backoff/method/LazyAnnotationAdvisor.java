package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Puts an interceptor around the methods that an annotation covers. The interceptor is created on the first call of
 * such a method, not when a bean is proxied: a build that generates proxies has to work without the configuration.
 */
public abstract class LazyAnnotationAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private final transient Pointcut pointcut;
    private final transient Advice advice;

    /**
     * Creates an advisor of the given order.
     *
     * @param methods the methods to intercept
     * @param interceptor supplies the interceptor on the first call
     */
    protected LazyAnnotationAdvisor(
            AnnotatedMethods<?> methods, Supplier<? extends MethodInterceptor> interceptor, int order) {
        this(new AnnotationPointcut(methods), new LazyInterceptor(interceptor), order);
    }

    public LazyAnnotationAdvisor(Pointcut pointcut, Advice advice, int order) {
        this.pointcut = pointcut;
        this.advice = advice;
        setOrder(order);
    }

    @Override
    public final Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public final Advice getAdvice() {
        return advice;
    }

    private static final class AnnotationPointcut extends StaticMethodMatcherPointcut implements ClassFilter {

        private final AnnotatedMethods<?> methods;

        AnnotationPointcut(AnnotatedMethods<?> methods) {
            this.methods = methods;
        }

        @Override
        public ClassFilter getClassFilter() {
            return this;
        }

        @Override
        public boolean matches(Class<?> type) {
            return methods.isCandidate(type);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            // A private method cannot be reached through a proxy; the validation at startup rejects it.
            return !Modifier.isPrivate(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && methods.find(method, targetClass) != null;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof AnnotationPointcut pointcut
                    && pointcut.methods.annotation() == methods.annotation();
        }

        @Override
        public int hashCode() {
            return methods.annotation().hashCode();
        }

        // Spring shares the classes of proxies whose pointcuts have the same name. Otherwise each context would get its
        // own classes, which are never unloaded.
        @Override
        public String toString() {
            return "@" + methods.annotation().getName();
        }
    }

    private static final class LazyInterceptor implements MethodInterceptor {

        private final Supplier<MethodInterceptor> interceptor;

        LazyInterceptor(Supplier<? extends MethodInterceptor> interceptor) {
            this.interceptor = new LazyBean<>(interceptor);
        }

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            return interceptor.get().invoke(invocation);
        }
    }
}
