package io.backoff.sample.dashboard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Reads the gauges of stored calls. They lag some seconds behind the database. */
@Component
class StoredCallMeters {

    private final MeterRegistry registry;

    StoredCallMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    StoredCalls read() {
        return new StoredCalls(
                sum("backoff.redelivery.waiting"),
                sum("backoff.redelivery.dead"),
                sum("backoff.redelivery.paused") > 0);
    }

    /**
     * The sum of the gauges with this name; zero until the database has been queried, because the gauges are NaN until
     * then.
     */
    private long sum(String name) {
        return (long)
                registry.find(name).gauges().stream().mapToDouble(Gauge::value).sum();
    }
}
