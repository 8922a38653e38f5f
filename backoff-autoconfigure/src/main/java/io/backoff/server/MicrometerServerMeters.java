package io.backoff.server;

import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import java.util.EnumMap;
import java.util.Map;

/** Registers {@code backoff.server.*}. All values except rejections are read on demand. */
final class MicrometerServerMeters implements ServerMeters {

    private final Map<RetryAdvice, Counter> rejections = new EnumMap<>(RetryAdvice.class);

    /** Registers all meters. A failing registry does not prevent the application from starting. */
    MicrometerServerMeters(ContextMeters meters, RequestWindow window, IncomingRequests requests) {
        SafeMeters.register("incoming requests", () -> registerAll(meters, window, requests));
    }

    private void registerAll(ContextMeters meters, RequestWindow window, IncomingRequests requests) {
        for (int retries = 0; retries <= RequestWindow.MOST; retries++) {
            requests(meters, window, retries);
        }
        malformed(meters, requests);
        for (RetryAdvice advice : RetryAdvice.values()) {
            rejections.put(advice, rejections(meters, advice));
        }
    }

    @Override
    public void rejected(RetryAdvice advice) {
        Counter counter = rejections.get(advice);
        if (counter != null) {
            counter.increment();
        }
    }

    private static void requests(ContextMeters meters, RequestWindow window, int retries) {
        meters.add(FunctionCounter.builder("backoff.server.requests", window, weak -> window.total(retries))
                .description("Incoming HTTP requests and gRPC calls, by the number of attempts before them")
                .baseUnit("requests")
                .tag("retries", retries == RequestWindow.MOST ? retries + "+" : Integer.toString(retries))::register);
    }

    private static void malformed(ContextMeters meters, IncomingRequests requests) {
        // Micrometer refers to the counter's object weakly, so the function captures 'requests' and ignores 'weak'.
        meters.add(FunctionCounter.builder("backoff.server.malformed", requests, weak -> requests.malformed())
                .description("Malformed headers and gRPC metadata about attempts and deadlines")::register);
    }

    private static Counter rejections(ContextMeters meters, RetryAdvice advice) {
        return meters.add(Counter.builder("backoff.server.rejections")
                .description("Rejected requests and calls, by whether the caller may retry")
                .tag("verdict", advice.tag())::register);
    }
}
