package io.backoff.redelivery.method;

import io.backoff.method.AnnotatedMethods;
import io.backoff.method.LazyAnnotationAdvisor;
import io.backoff.redelivery.Redeliver;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;

/** Intercepts every {@link Redeliver} method. */
public final class RedeliverAdvisor extends LazyAnnotationAdvisor {

    /** The annotated methods. */
    static final AnnotatedMethods<Redeliver> ANNOTATED = AnnotatedMethods.of(Redeliver.class);

    /**
     * Creates an advisor with the given order.
     *
     * @param interceptor supplies the interceptor on the first call
     */
    public RedeliverAdvisor(Supplier<? extends MethodInterceptor> interceptor, int order) {
        super(ANNOTATED, interceptor, order);
    }
}
