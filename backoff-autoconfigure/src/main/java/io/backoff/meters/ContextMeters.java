package io.backoff.meters;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;

/**
 * The meters that one application context has registered. They leave the registry with the context: a registry may
 * outlive it, and what reads a budget that is gone would hide the budget of the next context. A bean that the
 * configurations with meters import, so that they share it.
 */
public final class ContextMeters implements DisposableBean {

    private static final Log logger = LogFactory.getLog(ContextMeters.class);

    private final MeterRegistry registry;
    private final boolean shared;
    private final Queue<Meter> registered = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /** Warns where another context has registered meters before. */
    public ContextMeters(MeterRegistry registry) {
        this.registry = registry;
        this.shared = registry.getMeters().stream()
                .anyMatch(meter -> meter.getId().getName().startsWith("backoff."));
        if (shared) {
            logger.warn("Another application context has registered its backoff.* meters in the same meter registry."
                    + " Where both have a method or a budget of the same name, the meters show that of the other context."
                    + " Give each context a registry of its own, or set backoff.metrics.enabled=false in one of them.");
        }
    }

    /**
     * Registers a meter.
     *
     * @param register the last step of its builder
     * @return the meter of the other context where that has registered the same one
     */
    public <M extends Meter> M add(Function<MeterRegistry, M> register) {
        // Micrometer does not say whether it has created a meter or found one. Only a shared registry is worth the
        // search.
        List<Meter> before = shared ? registry.getMeters() : List.of();
        M meter = register.apply(registry);
        if (before.stream().noneMatch(each -> each == meter)) {
            registered.add(meter);
        }
        // The first call from code under a policy may come while the context closes.
        if (closed) {
            removeAll();
        }
        return meter;
    }

    @Override
    public void destroy() {
        closed = true;
        removeAll();
    }

    private void removeAll() {
        for (Meter each = registered.poll(); each != null; each = registered.poll()) {
            registry.remove(each);
        }
    }
}
