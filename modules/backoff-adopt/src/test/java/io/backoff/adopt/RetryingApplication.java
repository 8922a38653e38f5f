package io.backoff.adopt;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.ForwardedTime;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.retry.MethodRetryEvent;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.util.ClassUtils;

/**
 * An application in which each library retries calls, of three attempts each. They are mapped to the policy
 * {@code callee} and so share its budget. Time stands still.
 */
final class RetryingApplication implements AutoCloseable {

    /** The delay of spring-retry and of Resilience4j; Spring Framework has none. */
    static final Duration DELAY = Duration.ofSeconds(1);

    private static final List<String> BACKOFF =
            List.of("adopt", "aop", "autoconfigure", "http.client", "metrics", "reactor", "transaction");

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private Map<Outcome, Long> before = Map.of();

    RetryingApplication(String mode, String... properties) {
        this(mode, List.of(), properties);
    }

    RetryingApplication(String mode, List<Class<?>> beans, String... properties) {
        TestPropertyValues.of(
                        "backoff.adopt.mode=" + mode,
                        "backoff.adopt.policies.FrameworkCalls=callee",
                        "backoff.adopt.policies.SpringRetryCalls=callee",
                        "backoff.adopt.policies.ResilienceCalls=callee",
                        "backoff.policies.callee.delay=0",
                        "backoff.policies.callee.retry-after-spread=0",
                        "backoff.policies.callee.max-elapsed=1m",
                        "backoff.budgets.callee.burst=10",
                        "backoff.policies.outer.delay=0",
                        "backoff.policies.outer.budget=none")
                .and(properties)
                .applyTo(context);
        context.register(Application.class);
        beans.forEach(context::register);
        context.register(autoConfigurations());
        context.refresh();
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    /** Fills the budget and forgets outcomes and delays. */
    RetryingApplication fresh() {
        budget().refill();
        get(Recorded.class).clear();
        get(FakeTime.class).clear();
        before = counts();
        return this;
    }

    RetryBudget budget() {
        return get(Budgets.class).find("callee");
    }

    /** Lets time pass during the delays of the libraries too. */
    void timePasses() {
        get(Recorded.class).timePasses = true;
    }

    /** The delays that the libraries waited. */
    List<Duration> delays() {
        return get(Recorded.class).delays;
    }

    /** The delays that callees asked for, as far as they were waited for. */
    List<Duration> waits() {
        return get(FakeTime.class).waits();
    }

    /** How often Spring Framework saw an attempt of a blocking call fail. */
    int frameworkFailures() {
        return get(Recorded.class).failures.size();
    }

    /** The outcomes of adopted calls. */
    Map<Outcome, Long> outcomes() {
        Map<Outcome, Long> now = new EnumMap<>(Outcome.class);
        counts().forEach((outcome, count) -> {
            long since = count - before.getOrDefault(outcome, 0L);
            if (since > 0) {
                now.put(outcome, since);
            }
        });
        return now;
    }

    /** The number of adopted calls that have ended. */
    long calls() {
        return outcomes().values().stream().mapToLong(each -> each).sum();
    }

    private Map<Outcome, Long> counts() {
        return get(CallStatisticsRegistry.class).counts("callee");
    }

    @Override
    public void close() {
        context.close();
    }

    private static Class<?>[] autoConfigurations() {
        List<Class<?>> all = new ArrayList<>(List.of(
                AopAutoConfiguration.class,
                RetryAutoConfiguration.class,
                HttpClientAutoConfiguration.class,
                ImperativeHttpClientAutoConfiguration.class,
                ReactiveHttpClientAutoConfiguration.class,
                RestClientAutoConfiguration.class,
                WebClientAutoConfiguration.class));
        ClassLoader loader = RetryingApplication.class.getClassLoader();
        ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
                .filter(name -> BACKOFF.stream().anyMatch(part -> name.startsWith("io.backoff." + part + ".")))
                .forEach(name -> all.add(ClassUtils.resolveClassName(name, loader)));
        return Configurations.getClasses(AutoConfigurations.of(all.toArray(Class<?>[]::new)));
    }

    /** A failure and how the application classifies it. */
    static final class CalleeFailure extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient Verdict verdict;

        CalleeFailure(Verdict verdict) {
            this.verdict = verdict;
        }
    }

    /** What the libraries did. */
    static final class Recorded {

        private final List<Duration> delays = new CopyOnWriteArrayList<>();
        private final List<MethodRetryEvent> failures = new CopyOnWriteArrayList<>();
        private final FakeTime time;
        private volatile boolean timePasses;

        Recorded(FakeTime time) {
            this.time = time;
        }

        void waited() {
            delays.add(DELAY);
            if (timePasses) {
                time.advance(DELAY);
            }
        }

        private void clear() {
            delays.clear();
            failures.clear();
            timePasses = false;
        }

        @EventListener
        void failed(MethodRetryEvent event) {
            if (!event.isRetryAborted()) {
                failures.add(event);
            }
        }
    }

    /** Interrupts threads that fall asleep, if asked to. */
    static final class InterruptingTime extends ForwardedTime {

        volatile boolean interrupts;

        InterruptingTime(TimeSource time) {
            super(time);
        }

        @Override
        public void sleep(Duration delay) throws InterruptedException {
            if (interrupts) {
                Thread.currentThread().interrupt();
            }
            super.sleep(delay);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @EnableRetry
    @Import({FrameworkCalls.class, SpringRetryCalls.class, ResilienceCalls.class})
    static class Application {

        private final FakeTime fake = new FakeTime();

        @Bean(defaultCandidate = false)
        FakeTime fakeTime() {
            return fake;
        }

        @Bean
        InterruptingTime time() {
            return new InterruptingTime(fake);
        }

        @Bean
        Recorded recorded() {
            return new Recorded(fake);
        }

        @Bean
        Sleeper sleeper(Recorded recorded) {
            return millis -> recorded.waited();
        }

        @Bean
        @SuppressWarnings("unchecked") // The library customizes raw builders.
        RetryConfigCustomizer intervals(Recorded recorded) {
            return RetryConfigCustomizer.of(
                    "three",
                    builder -> builder.maxAttempts(3).intervalBiFunction((attempt, outcome) -> {
                        recorded.waited();
                        return 0L;
                    }));
        }

        @Bean
        Classifier classifier() {
            return failure -> failure instanceof CalleeFailure known ? known.verdict : null;
        }
    }
}
