package io.backoff.redelivery.delivery;

import static io.backoff.metrics.BackoffMeterDocumentation.REDELIVERY_ACTIONS;
import static io.backoff.metrics.BackoffMeterDocumentation.REDELIVERY_DEAD;
import static io.backoff.metrics.BackoffMeterDocumentation.REDELIVERY_OLDEST;
import static io.backoff.metrics.BackoffMeterDocumentation.REDELIVERY_PAUSED;
import static io.backoff.metrics.BackoffMeterDocumentation.REDELIVERY_WAITING;

import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Registers {@code backoff.redelivery.*} for each method whose calls are stored. */
public final class RedeliveryMeters implements RedeliveryActions, SmartInitializingSingleton {

    private final ContextMeters meters;
    private final Supplier<RedeliveredMethods> methods;
    private final Supplier<StoredCallCounts> counts;
    private final Supplier<DeliveryPauses> pauses;
    private final Supplier<CallScheduler> scheduler;
    private final boolean methodTag;
    private final Map<String, Map<Action, Counter>> actions = new ConcurrentHashMap<>();

    public RedeliveryMeters(
            ContextMeters meters,
            Supplier<RedeliveredMethods> methods,
            Supplier<StoredCallCounts> counts,
            Supplier<DeliveryPauses> pauses,
            Supplier<CallScheduler> scheduler,
            boolean methodTag) {
        this.meters = meters;
        this.methods = methods;
        this.counts = counts;
        this.pauses = pauses;
        this.scheduler = scheduler;
        this.methodTag = methodTag;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Map<String, List<RedeliveredMethod>> series = methods.get().all().stream()
                .collect(Collectors.groupingBy(
                        method -> methodTag ? method.tag() : "", TreeMap::new, Collectors.toList()));
        series.forEach((tag, of) -> SafeMeters.register(
                "stored calls of '" + tag + "'",
                () -> register(methodTag ? Tags.of("method", tag) : Tags.empty(), of)));
    }

    /** Counts an action. All methods that this application lacks are counted together, as {@code unknown}. */
    @Override
    public void count(String method, Action action) {
        Map<Action, Counter> known = actions.get(method);
        Map<Action, Counter> counters = known == null ? actions.computeIfAbsent("", key -> unknown()) : known;
        Counter counter = counters.get(action);
        if (counter != null) {
            counter.increment();
        }
    }

    private Map<Action, Counter> unknown() {
        return counters(methodTag ? Tags.of("method", "unknown") : Tags.empty());
    }

    private void register(Tags tags, List<RedeliveredMethod> of) {
        Set<String> keys = of.stream().map(method -> CallId.key(method.name())).collect(Collectors.toSet());
        StoredCallCounts counted = counts.get();
        gaugeCalls(tags, counted, keys::contains);
        // An instance that only stores calls has no gauge of pauses: a value of 0 would claim that calls are delivered.
        if (scheduler.get().delivers()) {
            gaugePaused(tags, pauses.get(), of);
        }
        Map<Action, Counter> counters = counters(tags);
        keys.forEach(key -> actions.put(key, counters));
    }

    private void gaugeCalls(Tags tags, StoredCallCounts counts, Predicate<String> keys) {
        gauge(REDELIVERY_WAITING, tags, () -> counts.calls(CallStore.TASK, keys));
        gauge(REDELIVERY_DEAD, tags, () -> counts.calls(DeadLetters.TASK, keys));
        gauge(REDELIVERY_OLDEST, tags, () -> counts.oldest(keys));
    }

    private void gaugePaused(Tags tags, DeliveryPauses paused, List<RedeliveredMethod> of) {
        gauge(REDELIVERY_PAUSED, tags, () -> of.stream().anyMatch(paused::wasPaused) ? 1 : 0);
    }

    private Map<Action, Counter> counters(Tags tags) {
        Map<Action, Counter> counters = new EnumMap<>(Action.class);
        for (Action action : Action.values()) {
            counters.put(action, counter(action, tags));
        }
        return counters;
    }

    private Counter counter(Action action, Tags tags) {
        return meters.add(Counter.builder(REDELIVERY_ACTIONS.getName())
                .description(REDELIVERY_ACTIONS.getDescription())
                .tags(tags)
                .tag("action", action.tag())::register);
    }

    private void gauge(BackoffMeterDocumentation meter, Tags tags, Supplier<Number> value) {
        meters.add(Gauge.builder(meter.getName(), value)
                .description(meter.getDescription())
                .baseUnit(meter.getBaseUnit())
                .tags(tags)::register);
    }
}
