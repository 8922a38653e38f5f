package io.backoff.idempotency.autoconfigure;

import io.backoff.engine.stats.SafeMeters;
import io.backoff.idempotency.claim.IdempotencyMeters;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation;
import io.backoff.metrics.BackoffMeterDocumentation.Tag;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;

/** Registers the counters named {@code backoff.idempotency} for a store. */
final class IdempotencyCounters implements IdempotencyMeters.Factory {

    private final ContextMeters meters;

    IdempotencyCounters(ContextMeters meters) {
        this.meters = meters;
    }

    @Override
    public IdempotencyMeters create(String store) {
        Map<IdempotencyOutcome, Counter> counters = new EnumMap<>(IdempotencyOutcome.class);
        SafeMeters.register("idempotent operations", () -> addAll(store, counters));
        return outcome -> {
            Counter counter = counters.get(outcome);
            if (counter != null) {
                counter.increment();
            }
        };
    }

    private void addAll(String store, Map<IdempotencyOutcome, Counter> counters) {
        for (IdempotencyOutcome outcome : IdempotencyOutcome.values()) {
            counters.put(outcome, counter(store, outcome));
        }
    }

    private Counter counter(String store, IdempotencyOutcome outcome) {
        return meters.add(Counter.builder(BackoffMeterDocumentation.IDEMPOTENCY.getName())
                .description(BackoffMeterDocumentation.IDEMPOTENCY.getDescription())
                .tag(Tag.STORE.asString(), store)
                .tag(Tag.OUTCOME.asString(), outcome.tag())::register);
    }
}
