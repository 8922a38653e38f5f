package io.backoff.metrics;

import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation.Tag;
import io.backoff.policy.Keys;
import io.micrometer.core.instrument.Gauge;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Registers {@code backoff.keys}. The keys themselves never become tag values. */
final class KeyMeters {

    private final ContextMeters meters;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    KeyMeters(ContextMeters meters) {
        this.meters = meters;
    }

    /** Registers the meter of a policy unless it exists. Does not throw. */
    void register(String policy, Keys keys) {
        if (known.add(policy)) {
            SafeMeters.register(
                    "policy '" + policy + "'",
                    () -> meters.add(Gauge.builder(BackoffMeterDocumentation.KEYS.getName(), keys, Keys::size)
                            .description(BackoffMeterDocumentation.KEYS.getDescription())
                            .baseUnit(BackoffMeterDocumentation.KEYS.getBaseUnit())
                            .tag(Tag.POLICY.asString(), policy)
                            .strongReference(true)::register));
        }
    }
}
