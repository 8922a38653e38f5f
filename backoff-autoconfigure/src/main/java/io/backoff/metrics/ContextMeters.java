package io.backoff.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    /** Meters of another context, which stay when this one closes. */
    private final Set<Meter> foreign;

    private final Set<Meter> registered = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean closed;

    ContextMeters(MeterRegistry registry) {
        this.registry = registry;
        this.foreign = registry.getMeters().stream()
                .filter(each -> each.getId().getName().startsWith("backoff."))
                .collect(Collectors.toCollection(HashSet::new));
        if (!foreign.isEmpty()) {
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
        if (!foreign.contains(meter) && !remember(meter)) {
            registry.remove(meter);
        }
        return meter;
    }

    private synchronized boolean remember(Meter meter) {
        return !closed && (registered.add(meter) || registered.contains(meter));
    }

    @Override
    public void destroy() {
        close().forEach(registry::remove);
    }

    private synchronized Set<Meter> close() {
        closed = true;
        return registered;
    }
}
