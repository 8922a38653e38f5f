package io.backoff.metrics;

import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsReload;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.function.LongSupplier;

/** Registers {@code backoff.overrides} and {@code backoff.reloads}. */
record SettingMeters(ContextMeters meters) {

    /** Registers the meters. Does not throw. */
    void register(PolicyStore store, SettingsReload reloads) {
        SafeMeters.register("settings", () -> {
            meters.add(Gauge.builder(BackoffMeterDocumentation.OVERRIDES.getName(), store, PolicyStore::overrides)
                    .description(BackoffMeterDocumentation.OVERRIDES.getDescription())
                    .strongReference(true)::register);
            count("applied", reloads::applied);
            count("refused", reloads::rejected);
        });
    }

    // Micrometer refers to the counter's object weakly, so the function captures the count and ignores 'weak'.
    private void count(String result, LongSupplier count) {
        meters.add(
                FunctionCounter.builder(BackoffMeterDocumentation.RELOADS.getName(), count, weak -> count.getAsLong())
                        .description(BackoffMeterDocumentation.RELOADS.getDescription())
                        .tag(BackoffMeterDocumentation.Tag.RESULT.asString(), result)::register);
    }
}
