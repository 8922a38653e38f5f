package io.backoff.docs.migration;

import io.github.resilience4j.common.CompositeCustomizer;
import io.github.resilience4j.common.retry.configuration.CommonRetryConfigurationProperties;
import io.github.resilience4j.common.retry.configuration.CommonRetryConfigurationProperties.InstanceProperties;
import io.github.resilience4j.core.functions.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The intervals that an instance's properties lead to. */
public final class Resilience4jDelays {

    private Resilience4jDelays() {}

    /** The delays, by their documented configuration. */
    public static Map<String, PeerDelays> all() {
        return Map.of(
                "wait-duration: 500ms", of(Resilience4jDelays::constant),
                "enable-exponential-backoff: true", of(Resilience4jDelays::growing),
                "exponential-backoff-multiplier: 2", of(Resilience4jDelays::bounded),
                "enable-randomized-wait: true",
                        of(instance -> constant(instance).setEnableRandomizedWait(true)),
                "randomized-wait-factor: 0.25",
                        of(instance ->
                                bounded(instance).setEnableRandomizedWait(true).setRandomizedWaitFactor(0.25)));
    }

    // Without a wait duration, the properties for growth and randomness are ignored.
    private static InstanceProperties constant(InstanceProperties instance) {
        return instance.setWaitDuration(Duration.ofMillis(500));
    }

    private static InstanceProperties growing(InstanceProperties instance) {
        return constant(instance).setEnableExponentialBackoff(true);
    }

    private static InstanceProperties bounded(InstanceProperties instance) {
        return growing(instance)
                .setExponentialBackoffMultiplier(2.0)
                .setExponentialMaxWaitDuration(Duration.ofSeconds(4));
    }

    /** The delays of an instance with these settings. */
    public static PeerDelays of(UnaryOperator<InstanceProperties> settings) {
        var config = new CommonRetryConfigurationProperties()
                .createRetryConfig(
                        settings.apply(new InstanceProperties()), new CompositeCustomizer<>(List.of()), "instance");
        var interval = config.<Object>getIntervalBiFunction();
        return calls -> {
            var samples = new ArrayList<List<Duration>>();
            for (int i = 0; i < calls; i++) {
                var delays = new ArrayList<Duration>();
                for (int attempt = 1; attempt < PeerDelays.ATTEMPTS; attempt++) {
                    delays.add(Duration.ofMillis(interval.apply(attempt, Either.left(new IllegalStateException()))));
                }
                samples.add(delays);
            }
            return samples;
        };
    }
}
