package io.backoff.method;

import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.core.Ordered;

/**
 * Intercepts annotated methods. The interceptor is created on the first call, not with the proxy, because a build that
 * generates proxies must not need the application's configuration.
 */
public abstract class LazyAnnotationAdvisor implements PointcutAdvisor, Ordered {

    private final Pointcut pointcut;
    private final Advice advice;
    private final int order;

    /**
     * Creates an advisor with the given order.
     *
     * @param methods the methods to intercept
     * @param interceptor supplies the interceptor on the first call
     */
    protected LazyAnnotationAdvisor(
            AnnotatedMethods<?> methods, Supplier<? extends MethodInterceptor> interceptor, int order) {
        this(methods.pointcut(), new LazyInterceptor(interceptor), order);
    }

    public LazyAnnotationAdvisor(Pointcut pointcut, Advice advice, int order) {
        this.pointcut = pointcut;
        this.advice = advice;
        this.order = order;
    }

    @Override
    public final Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public final Advice getAdvice() {
        return advice;
    }

    @Override
    public final int getOrder() {
        return order;
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
