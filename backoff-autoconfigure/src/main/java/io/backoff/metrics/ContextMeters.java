package io.backoff.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;

/**
 * The meters that one application context has registered. They leave the registry with the context: a registry may
 * outlive it, and what reads a budget that is gone would hide the budget of the next context.
 */
final class ContextMeters implements DisposableBean {

    private static final Log logger = LogFactory.getLog(ContextMeters.class);

    private final MeterRegistry registry;
    private final Queue<Meter> registered = new ConcurrentLinkedQueue<>();

    ContextMeters(MeterRegistry registry) {
        this.registry = registry;
        if (registry.find("backoff.calls").meter() != null
                || registry.find("backoff.budget.capacity").meter() != null) {
            logger.warn("Another application context has registered its backoff.* meters in the same meter registry."
                    + " Where both have a method or a budget of the same name, the meters show that of the other context."
                    + " Give each context a registry of its own, or set backoff.metrics.enabled=false in one of them.");
        }
    }

    /**
     * Registers a meter.
     *
     * @param register the last step of its builder
     */
    <M extends Meter> M add(Function<MeterRegistry, M> register) {
        M meter = register.apply(registry);
        registered.add(meter);
        return meter;
    }

    @Override
    public void destroy() {
        registered.forEach(registry::remove);
        registered.clear();
    }
}
