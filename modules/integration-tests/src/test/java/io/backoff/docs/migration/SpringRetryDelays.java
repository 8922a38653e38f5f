package io.backoff.docs.migration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.Sleeper;

/** The delays of annotated methods, with a sleeper that does not sleep. */
public final class SpringRetryDelays {

    private SpringRetryDelays() {}

    /** The delays, by their documented configuration. */
    public static Map<String, PeerDelays> all() {
        return Map.of(
                "@Backoff", of(Service::byDefault),
                "@Backoff(delay = 100, multiplier = 2)", of(Service::growing),
                "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000)", of(Service::bounded),
                "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000, random = true)", of(Service::random),
                "@Backoff(delay = 500, maxDelay = 1500)", of(Service::uniform));
    }

    private static PeerDelays of(Consumer<Service> call) {
        return calls -> {
            var samples = new ArrayList<List<Duration>>();
            try (var context = new AnnotationConfigApplicationContext()) {
                context.register(Retries.class, Service.class);
                context.registerBean(
                        Sleeper.class,
                        () -> millis -> samples.get(samples.size() - 1).add(Duration.ofMillis(millis)));
                context.refresh();
                for (int i = 0; i < calls; i++) {
                    samples.add(new ArrayList<>());
                    fail(context.getBean(Service.class), call);
                }
            }
            return samples;
        };
    }

    private static void fail(Service service, Consumer<Service> call) {
        try {
            call.accept(service);
        } catch (IllegalStateException expected) {
            return;
        }
        throw new AssertionError("It has not failed");
    }

    @EnableRetry
    static class Retries {}

    static class Service {

        @Retryable(maxAttempts = PeerDelays.ATTEMPTS)
        void byDefault() {
            throw new IllegalStateException();
        }

        @Retryable(maxAttempts = PeerDelays.ATTEMPTS, backoff = @Backoff(delay = 100, multiplier = 2))
        void growing() {
            throw new IllegalStateException();
        }

        @Retryable(maxAttempts = PeerDelays.ATTEMPTS, backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 1000))
        void bounded() {
            throw new IllegalStateException();
        }

        @Retryable(
                maxAttempts = PeerDelays.ATTEMPTS,
                backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 1000, random = true))
        void random() {
            throw new IllegalStateException();
        }

        @Retryable(maxAttempts = PeerDelays.ATTEMPTS, backoff = @Backoff(delay = 500, maxDelay = 1500))
        void uniform() {
            throw new IllegalStateException();
        }
    }
}
