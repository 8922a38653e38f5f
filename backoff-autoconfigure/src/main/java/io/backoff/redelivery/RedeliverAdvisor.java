package io.backoff.redelivery;

import io.backoff.aop.AnnotatedMethods;
import io.backoff.aop.LazyAnnotationAdvisor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;

/** Puts the interceptor around every method that {@link Redeliver} is on. */
final class RedeliverAdvisor extends LazyAnnotationAdvisor {

    private static final long serialVersionUID = 1L;

    /**
     * An advisor of the given order.
     *
     * @param interceptor asked at the first call
     */
    RedeliverAdvisor(Supplier<? extends MethodInterceptor> interceptor, int order) {
        super(AnnotatedMethods.of(Redeliver.class), interceptor, order);
    }
}
