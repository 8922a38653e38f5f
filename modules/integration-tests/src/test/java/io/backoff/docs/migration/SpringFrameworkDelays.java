package io.backoff.docs.migration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.core.retry.RetryPolicy;

/** The back-off that {@code @Retryable} and {@code RetryTemplate} take their delays from. */
public final class SpringFrameworkDelays {

    private SpringFrameworkDelays() {}

    /** The delays, by their documented configuration. */
    public static Map<String, PeerDelays> all() {
        return Map.of(
                "@Retryable", of(policy -> policy),
                "@Retryable(delay = 100, multiplier = 2, maxDelay = 1000)", of(SpringFrameworkDelays::growing),
                "@Retryable(delay = 100, jitter = 50)",
                        of(policy -> policy.delay(Duration.ofMillis(100)).jitter(Duration.ofMillis(50))),
                "@Retryable(delay = 100, multiplier = 2, jitter = 50)",
                        of(policy -> policy.delay(Duration.ofMillis(100))
                                .multiplier(2)
                                .jitter(Duration.ofMillis(50))));
    }

    private static RetryPolicy.Builder growing(RetryPolicy.Builder policy) {
        return policy.delay(Duration.ofMillis(100)).multiplier(2).maxDelay(Duration.ofSeconds(1));
    }

    private static PeerDelays of(UnaryOperator<RetryPolicy.Builder> settings) {
        var backOff = settings.apply(RetryPolicy.builder().maxRetries(PeerDelays.ATTEMPTS - 1))
                .build()
                .getBackOff();
        return calls -> {
            var samples = new ArrayList<List<Duration>>();
            for (int i = 0; i < calls; i++) {
                var execution = backOff.start();
                var delays = new ArrayList<Duration>();
                for (int retry = 1; retry < PeerDelays.ATTEMPTS; retry++) {
                    delays.add(Duration.ofMillis(execution.nextBackOff()));
                }
                samples.add(delays);
            }
            return samples;
        };
    }
}
