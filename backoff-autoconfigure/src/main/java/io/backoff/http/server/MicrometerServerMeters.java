package io.backoff.http.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;

/** Registers {@code backoff.server.*}. All but the rejections are read when somebody looks. */
final class MicrometerServerMeters implements ServerMeters {

    private static final Logger logger = System.getLogger(MicrometerServerMeters.class.getName());

    private final Map<RetryAdvice, Counter> rejections = new EnumMap<>(RetryAdvice.class);

    /** Registers all meters. A registry that refuses them does not keep the application from starting. */
    MicrometerServerMeters(MeterRegistry registry, RequestWindow window, IncomingRequests requests) {
        try {
            registerAll(registry, window, requests);
        } catch (RuntimeException | LinkageError failure) {
            logger.log(Level.WARNING, "No metrics for incoming requests", failure);
        }
    }

    private void registerAll(MeterRegistry registry, RequestWindow window, IncomingRequests requests) {
        for (int retries = 0; retries <= RequestWindow.MOST; retries++) {
            requests(registry, window, retries);
        }
        // Reads the captured object, not its argument: that one is held weakly.
        FunctionCounter.builder("backoff.server.malformed", requests, weak -> requests.malformed())
                .description("Headers about attempts that could not be read")
                .register(registry);
        for (RetryAdvice advice : RetryAdvice.values()) {
            rejections.put(advice, rejections(registry, advice));
        }
    }

    @Override
    public void rejected(RetryAdvice advice) {
        Counter counter = rejections.get(advice);
        if (counter != null) {
            counter.increment();
        }
    }

    private static void requests(MeterRegistry registry, RequestWindow window, int retries) {
        FunctionCounter.builder("backoff.server.requests", window, weak -> window.total(retries))
                .description("Incoming requests by the attempts before them")
                .baseUnit("requests")
                .tag("retries", retries == RequestWindow.MOST ? retries + "+" : Integer.toString(retries))
                .register(registry);
    }

    private static Counter rejections(MeterRegistry registry, RetryAdvice advice) {
        return Counter.builder("backoff.server.rejections")
                .description("Rejected requests by what their callers were told about another attempt")
                .tag("verdict", advice.tag())
                .register(registry);
    }
}
