package io.backoff.metrics;

import static io.backoff.metrics.BackoffMeterDocumentation.PACE_RATE;
import static io.backoff.metrics.BackoffMeterDocumentation.PACE_WAIT;
import static io.backoff.metrics.BackoffMeterDocumentation.PACE_WAITING;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation.Tag;
import io.backoff.pace.Pace;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Registers {@code backoff.pace.*}. The registry reads the gauges on demand; paced attempts record their waits. */
final class PaceMeters {

    private final ContextMeters meters;
    private final TimeSource time;
    private final Set<Pace> known = ConcurrentHashMap.newKeySet();

    PaceMeters(ContextMeters meters, TimeSource time) {
        this.meters = meters;
        this.time = time;
    }

    /** Registers the meters of a pace unless they exist. Does not throw. */
    void register(Pace pace) {
        if (known.add(pace)) {
            SafeMeters.register("the pace of policy '" + pace.policy() + "'", () -> registerAll(pace));
        }
    }

    private void registerAll(Pace pace) {
        gauge(PACE_RATE, pace, it -> it.rate(time.nanoTime()));
        gauge(PACE_WAITING, pace, Pace::waiting);
        Timer wait = meters.add(Timer.builder(PACE_WAIT.getName())
                .description(PACE_WAIT.getDescription())
                .tag(Tag.POLICY.asString(), pace.policy())::register);
        pace.onWait(nanos -> wait.record(nanos, TimeUnit.NANOSECONDS));
    }

    private void gauge(BackoffMeterDocumentation meter, Pace pace, ToDoubleFunction<Pace> value) {
        meters.add(Gauge.builder(meter.getName(), pace, value)
                .description(meter.getDescription())
                .tag(Tag.POLICY.asString(), pace.policy())
                .strongReference(true)::register);
    }
}
