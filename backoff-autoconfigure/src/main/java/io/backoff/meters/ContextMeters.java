package io.backoff.meters;

import io.backoff.engine.stats.SafeMeters;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.noop.NoopMeter;
import java.lang.System.Logger;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;

/**
 * The meters registered by one application context. They are removed when the context closes: the registry may outlive
 * the context, and meters of a closed context would hide the meters of the next context. Configurations that register
 * meters import this bean, so that they share it.
 *
 * <p>If another context has already registered the same gauge or function counter, this context registers its own when
 * the other context closes. This does not apply to meters that code updates, such as counters, because the code keeps a
 * reference to the other context's meter.
 */
public final class ContextMeters implements DisposableBean {

    private static final Logger logger = SpringLogger.of(ContextMeters.class);

    private static final LogMessage OTHER_CONTEXT =
            LogMessage.warning("Another application context has registered %s in the same meter registry. For "
                    + "methods and budgets that both contexts have, the meters show the values of the "
                    + "other context. Give each context its own registry, or set backoff.metrics.enabled=false "
                    + "in one of them.");

    /** The open contexts of each registry. */
    private static final Map<MeterRegistry, List<WeakReference<ContextMeters>>> LIVING = new WeakHashMap<>();

    private final MeterRegistry registry;
    private final Set<Meter> registered = ConcurrentHashMap.newKeySet();
    private final Queue<Function<MeterRegistry, ? extends Meter>> hidden = new ConcurrentLinkedQueue<>();
    private final LogLimit once = LogLimit.once();
    private volatile @Nullable Thread registering;
    private volatile @Nullable Meter created;
    private volatile boolean closed;

    /** Creates an empty set of meters. */
    public ContextMeters(MeterRegistry registry) {
        this.registry = registry;
        // The reference is weak, because a registry never removes its listeners.
        WeakReference<ContextMeters> self = new WeakReference<>(this);
        registry.config().onMeterAdded(meter -> {
            ContextMeters meters = self.get();
            if (meters != null) {
                meters.added(meter);
            }
        });
        synchronized (LIVING) {
            LIVING.computeIfAbsent(registry, any -> new ArrayList<>()).add(self);
        }
    }

    /**
     * Registers a meter.
     *
     * @param register registers the meter: the last step of its builder
     * @return the new or existing meter; a warning is logged for the first existing meter that belongs to another
     *     context
     */
    public <M extends Meter> M add(Function<MeterRegistry, M> register) {
        M meter = register(register);
        // The first call under a policy registers meters, possibly while the context closes.
        if (closed) {
            removeAll();
        }
        return meter;
    }

    // Micrometer returns either a new or an existing meter. Only a listener of the registry learns which.
    private synchronized <M extends Meter> M register(Function<MeterRegistry, M> register) {
        created = null;
        registering = Thread.currentThread();
        try {
            M meter = register.apply(registry);
            keep(meter, register);
            return meter;
        } finally {
            registering = null;
        }
    }

    private void keep(Meter meter, Function<MeterRegistry, ? extends Meter> register) {
        if (meter == created) {
            registered.add(meter);
        } else if (!(meter instanceof NoopMeter) && !registered.contains(meter)) {
            if (meter instanceof Gauge || meter instanceof FunctionCounter) {
                hidden.add(register);
            }
            warn(meter);
        }
    }

    // Micrometer adds nested meters, such as the buckets of a histogram, before the meter itself.
    private void added(Meter meter) {
        if (registering == Thread.currentThread()) {
            created = meter;
        }
    }

    private void warn(Meter meter) {
        if (once.isFirst(this)) {
            OTHER_CONTEXT.with(meter.getId()).log(logger);
        }
    }

    @Override
    public void destroy() {
        closed = true;
        removeAll();
        others().forEach(ContextMeters::showHidden);
    }

    private List<ContextMeters> others() {
        synchronized (LIVING) {
            List<WeakReference<ContextMeters>> living = LIVING.getOrDefault(registry, new ArrayList<>());
            living.removeIf(reference -> reference.get() == null || reference.get() == this);
            return living.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    /**
     * Registers the hidden meters, which another context had registered first. Called when another context has closed.
     * Meters that a third context has registered stay hidden.
     */
    private void showHidden() {
        for (int left = hidden.size(); left > 0; left--) {
            Function<MeterRegistry, ? extends Meter> register = hidden.poll();
            if (register != null) {
                SafeMeters.record(() -> add(register));
            }
        }
    }

    private void removeAll() {
        for (Meter meter : registered) {
            if (registered.remove(meter)) {
                registry.remove(meter);
            }
        }
    }
}
