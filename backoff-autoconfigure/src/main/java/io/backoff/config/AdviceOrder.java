package io.backoff.config;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Determines the order of the retry advice: {@code backoff.order}, or if unset, an order that fits the application. */
public final class AdviceOrder {

    /** The order immediately outside advice with the lowest precedence, such as that of transactions and caches. */
    public static final int DEFAULT = Ordered.LOWEST_PRECEDENCE - 1;

    /**
     * The order immediately outside the aspects of Resilience4j, whose orders range from {@code LOWEST_PRECEDENCE - 1}
     * for the bulkhead to {@code LOWEST_PRECEDENCE - 5} for its own retry.
     */
    static final int OUTSIDE_OF_RESILIENCE4J = Ordered.LOWEST_PRECEDENCE - 6;

    private static final boolean RESILIENCE4J = ClassUtils.isPresent(
            "io.github.resilience4j.spring6.bulkhead.configure.BulkheadAspect", AdviceOrder.class.getClassLoader());

    private AdviceOrder() {}

    /**
     * Returns the order of the advice in an application: the property {@code backoff.order}, if set. The default is an
     * order outside the aspects of Resilience4j if these are on the class path, and {@link #DEFAULT} if they are not.
     */
    public static int of(Environment environment) {
        return Binder.get(environment)
                .bind("backoff.order", Integer.class)
                .orElse(RESILIENCE4J ? OUTSIDE_OF_RESILIENCE4J : DEFAULT);
    }
}
