package io.backoff.sample.dashboard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Reads the gauges of stored calls. They follow the database within some seconds. */
@Component
class StoredCallMeters {

    private final MeterRegistry registry;

    StoredCallMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    StoredCalls read() {
        return new StoredCalls(sum("backoff.redelivery.waiting"), sum("backoff.redelivery.dead"));
    }

    /** Zero until the database has been asked: no number is counted as none. */
    private long sum(String name) {
        return (long)
                registry.find(name).gauges().stream().mapToDouble(Gauge::value).sum();
    }
}
