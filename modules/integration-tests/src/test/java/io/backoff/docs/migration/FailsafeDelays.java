package io.backoff.docs.migration;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/** The delays that Failsafe announces and then does not wait: each retry is scheduled immediately. */
public final class FailsafeDelays {

    private FailsafeDelays() {}

    /** The delays, by their documented configuration. */
    public static Map<String, PeerDelays> all() {
        var delay = Duration.ofMillis(100);
        var bound = Duration.ofSeconds(1);
        return Map.of(
                "RetryPolicy.ofDefaults()", of(policy -> policy),
                "withDelay(Duration.ofMillis(100))", of(policy -> policy.withDelay(delay)),
                "withDelay(Duration.ofMillis(100), Duration.ofMillis(300))",
                        of(policy -> policy.withDelay(delay, Duration.ofMillis(300))),
                "withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1))",
                        of(policy -> policy.withBackoff(delay, bound)),
                "withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1), 3)",
                        of(policy -> policy.withBackoff(delay, bound, 3)),
                "withJitter(0.25)",
                        of(policy -> policy.withBackoff(delay, bound).withJitter(0.25)),
                "withJitter(Duration.ofMillis(50))",
                        of(policy -> policy.withDelay(delay).withJitter(Duration.ofMillis(50))));
    }

    private static PeerDelays of(UnaryOperator<RetryPolicyBuilder<Object>> settings) {
        return calls -> {
            var scheduler = Executors.newSingleThreadScheduledExecutor();
            try {
                var samples = new ArrayList<List<Duration>>();
                for (int i = 0; i < calls; i++) {
                    samples.add(call(
                            settings.apply(RetryPolicy.builder().withMaxAttempts(PeerDelays.ATTEMPTS)), scheduler));
                }
                return samples;
            } finally {
                scheduler.shutdownNow();
            }
        };
    }

    private static List<Duration> call(RetryPolicyBuilder<Object> policy, ScheduledExecutorService threads) {
        var delays = new ArrayList<Duration>();
        var failed = Failsafe.with(policy.onRetryScheduled(event -> delays.add(event.getDelay()))
                        .build())
                .with((task, delay, unit) -> threads.schedule(task, 0, unit))
                .getStageAsync(() -> {
                    throw new IllegalStateException();
                });
        failed.handle((result, failure) -> result).join();
        return delays;
    }
}
