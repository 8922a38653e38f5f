package io.backoff.idempotency.method;

import io.backoff.method.LazyAnnotationAdvisor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.ProxyMethodInvocation;

/** Puts an interceptor around every method that is {@link io.backoff.Idempotent}. */
public final class IdempotentAdvisor extends LazyAnnotationAdvisor {

    private static final long serialVersionUID = 1L;

    /**
     * An advisor of the given order.
     *
     * @param position which calls it intercepts: there is one advisor for each
     * @param invoker asked at the first call
     */
    public IdempotentAdvisor(AdvicePosition position, Supplier<IdempotentInvoker> invoker, int order) {
        super(IdempotentInvoker.ANNOTATED, () -> interceptor(position, invoker.get()), order);
    }

    private static MethodInterceptor interceptor(AdvicePosition position, IdempotentInvoker invoker) {
        return invocation -> invoker.invoke(position, (ProxyMethodInvocation) invocation);
    }
}
