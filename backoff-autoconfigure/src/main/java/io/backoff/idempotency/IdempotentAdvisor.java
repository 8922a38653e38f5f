package io.backoff.idempotency;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.util.function.SingletonSupplier;

/** Puts an interceptor around every method that is {@link io.backoff.Idempotent}. */
public final class IdempotentAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    // The same for all: Spring tells pointcuts apart by name or else by instance, and with another one each context
    // would have proxies of classes of its own, which are never unloaded.
    private static final IdempotentPointcut POINTCUT = new IdempotentPointcut();

    private final transient SingletonSupplier<IdempotentInvoker> invoker;
    private final Position position;

    /**
     * An advisor of the given order.
     *
     * @param position which calls it intercepts: there is one advisor for each
     * @param invoker asked at the first call
     */
    public IdempotentAdvisor(Position position, Supplier<IdempotentInvoker> invoker, int order) {
        this.position = position;
        this.invoker = SingletonSupplier.of(invoker);
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return POINTCUT;
    }

    @Override
    public Advice getAdvice() {
        return (MethodInterceptor) invocation -> invoker.obtain().invoke(position, (ProxyMethodInvocation) invocation);
    }

    private static final class IdempotentPointcut extends StaticMethodMatcherPointcut {

        @Override
        public ClassFilter getClassFilter() {
            return IdempotentMethods::isCandidate;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            // A private method cannot be reached through a proxy; the inspection at startup says so.
            return !Modifier.isPrivate(method.getModifiers())
                    && IdempotentMethods.annotation(method, targetClass) != null;
        }
    }
}
