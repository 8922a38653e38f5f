package io.backoff.sample.dashboard;

import io.backoff.sample.settlement.SettlementJob;
import io.backoff.sample.settlement.SettlementJob.Progress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.Search;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the meters of the settlements and of their pace. */
@Component
class SettlementMeters {

    private static final String POLICY = "settlements";
    private static final String SETTLEMENTS = "/provider/settlements/{charge}";

    private final MeterRegistry registry;
    private final SettlementJob job;

    SettlementMeters(MeterRegistry registry, SettlementJob job) {
        this.registry = registry;
        this.job = job;
    }

    Settlements read() {
        Progress progress = job.progress();
        Double waiting = value(pace("waiting"));
        return new Settlements(
                value(registry.find("provider.limit")),
                progress.running() ? value(pace("rate")) : null,
                waiting == null ? 0 : waiting.intValue(),
                responses("204"),
                responses("429"),
                progress);
    }

    private Search pace(String name) {
        return registry.find("backoff.pace." + name).tag("policy", POLICY);
    }

    /** Returns the value of a gauge; {@code null} if there is no value. */
    private static @Nullable Double value(Search search) {
        Gauge gauge = search.gauge();
        double value = gauge == null ? Double.NaN : gauge.value();
        return Double.isNaN(value) ? null : value;
    }

    private long responses(String status) {
        return registry.find("http.server.requests").tags("uri", SETTLEMENTS, "status", status).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
