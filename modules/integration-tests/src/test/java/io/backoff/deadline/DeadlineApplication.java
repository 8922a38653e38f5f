package io.backoff.deadline;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.test.util.TestPropertyValues.Pair;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * An application with calls of every kind, in fake time. Each policy makes three attempts one second apart, unless its
 * properties say otherwise.
 */
public final class DeadlineApplication implements AutoCloseable {

    private static final String[] POLICIES = {
        "default.strategy=constant",
        "default.delay=1s",
        "default.jitter=none",
        "default.max-attempts=3",
        "default.max-elapsed=0",
        // The one around others. A retry of its own nearly always fits.
        "request.max-elapsed=10s",
        "request.delay=1ms",
        "minute.max-elapsed=1m",
        "brief.max-elapsed=2s",
        "endless.max-elapsed=0",
        "off.enabled=false",
        "off.max-elapsed=1m",
        "limited.attempt-timeout=1s",
        "limited.max-elapsed=1m",
        "cut.attempt-timeout=1s",
        "cut.max-elapsed=2500ms",
        "cut.max-attempts=0",
        "hasty.attempt-timeout=1s",
        "hasty.max-elapsed=2500ms",
        "hasty.max-attempts=0",
        "hasty.delay=0",
        "restless.max-elapsed=2s",
        "restless.max-attempts=0",
        "restless.delay=0"
    };

    private static final List<String> POLICY_NAMES = Stream.of(POLICIES)
            .map(each -> each.substring(0, each.indexOf('.')))
            .distinct()
            .toList();

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Map<String, Map<Outcome, Long>> before = new HashMap<>();

    /**
     * Starts the application.
     *
     * @param configurations further auto-configurations, and beans
     */
    public DeadlineApplication(List<Class<?>> configurations, String... properties) {
        TestPropertyValues.of(Stream.of(POLICIES), policy -> Pair.parse("backoff.policies." + policy))
                .and("spring.aop.proxy-target-class=false")
                .and(properties)
                .applyTo(context);
        List<Class<?>> all = new ArrayList<>(List.of(
                AopAutoConfiguration.class,
                BackoffAutoConfiguration.class,
                BackoffReactorAutoConfiguration.class,
                BackoffMetricsAutoConfiguration.class));
        all.addAll(configurations);
        context.register(Beans.class);
        context.register(Configurations.getClasses(AutoConfigurations.of(all.toArray(Class<?>[]::new))));
        context.refresh();
    }

    public ApplicationContext context() {
        return context;
    }

    public FakeTime time() {
        return context.getBean(FakeTime.class);
    }

    /** Fills the budgets, and forgets what happened so far. */
    public void forget() {
        POLICY_NAMES.forEach(name ->
                context.getBean(BackoffPolicies.class).get(name).budget().refill());
        time().clear();
        decisions().clear();
        POLICY_NAMES.forEach(name -> before.put(name, counts(name)));
    }

    public RecordingListener decisions() {
        return context.getBean(RecordingListener.class);
    }

    /** The outcomes of calls under the policy since {@link #forget}. */
    public Map<Outcome, Long> outcomes(String policy) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        counts(policy).forEach((outcome, count) -> {
            long since = count - before.get(policy).getOrDefault(outcome, 0L);
            if (since > 0) {
                outcomes.put(outcome, since);
            }
        });
        return outcomes;
    }

    /** The number of values in {@code backoff.attempts}. */
    public long recordedCalls() {
        return context.getBean(MeterRegistry.class).get("backoff.attempts").summaries().stream()
                .mapToLong(DistributionSummary::count)
                .sum();
    }

    /** The retries that the budget of the policy would grant now. */
    public int tokens(String policy) {
        return context.getBean(BackoffPolicies.class).get(policy).budget().tokens();
    }

    /** The time left, as the attempt of this thread sees it; {@code null} if unbounded. */
    public static @Nullable Duration remaining() {
        return CurrentAttempt.get().orElseThrow().remaining().orElse(null);
    }

    private Map<Outcome, Long> counts(String policy) {
        return context.getBean(CallStatisticsRegistry.class).counts(policy);
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({
        FakeTime.class,
        RecordingListener.class,
        GuardedBeans.Values.class,
        GuardedBeans.InterfaceValues.class,
        GuardedBeans.Futures.class,
        GuardedBeans.Monos.class,
        GuardedBeans.Fluxes.class
    })
    static class Beans {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }
}
