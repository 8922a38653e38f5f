package io.backoff.idempotency.method;

import io.backoff.method.LazyAnnotationAdvisor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.ProxyMethodInvocation;

/** Intercepts every method annotated with {@link io.backoff.Idempotent}. */
public final class IdempotentAdvisor extends LazyAnnotationAdvisor {

    /**
     * Creates an advisor with the given order.
     *
     * @param position the position of the interceptor; each position has one advisor
     * @param invoker provides the invoker on the first call
     */
    public IdempotentAdvisor(AdvicePosition position, Supplier<IdempotentInvoker> invoker, int order) {
        super(IdempotentInvoker.ANNOTATED, () -> interceptor(position, invoker.get()), order);
    }

    private static MethodInterceptor interceptor(AdvicePosition position, IdempotentInvoker invoker) {
        return invocation -> invoker.invoke(position, (ProxyMethodInvocation) invocation);
    }
}
