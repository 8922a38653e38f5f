package io.backoff.redelivery.method;

import io.backoff.method.AnnotatedMethods;
import io.backoff.method.LazyAnnotationAdvisor;
import io.backoff.redelivery.Redeliver;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;

/** Puts the interceptor around every method that {@link Redeliver} is on. */
public final class RedeliverAdvisor extends LazyAnnotationAdvisor {

    private static final long serialVersionUID = 1L;

    /**
     * An advisor of the given order.
     *
     * @param interceptor asked at the first call
     */
    public RedeliverAdvisor(Supplier<? extends MethodInterceptor> interceptor, int order) {
        super(AnnotatedMethods.of(Redeliver.class), interceptor, order);
    }
}
