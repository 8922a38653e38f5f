package io.backoff.modulith;

import io.backoff.method.AnnotatedMethods;
import io.backoff.method.LazyAnnotationAdvisor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.core.Ordered;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Intercepts the attempts of listeners, immediately inside Spring Modulith's own advice: on the listener's thread, but
 * outside the listener's transaction.
 */
final class ListenerAdvisor extends LazyAnnotationAdvisor {

    private static final int ORDER_OF_MODULITH = Ordered.HIGHEST_PRECEDENCE + 10;

    ListenerAdvisor(
            AnnotatedMethods<TransactionalEventListener> methods, Supplier<? extends MethodInterceptor> interceptor) {
        super(methods, interceptor, ORDER_OF_MODULITH + 1);
    }
}
