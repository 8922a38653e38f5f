package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BusyTime;
import io.backoff.engine.Busyness;
import io.backoff.engine.CallRecords;
import io.backoff.engine.Shutdown;
import io.backoff.engine.SystemTime;
import io.backoff.engine.TimeSource;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Where calls are many, meters are told of them before somebody looks. */
class BulkTests {

    private static final Map<String, String> CALLS = Map.of("method", "PaymentService.charge");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BusyTime time = new BusyTime();

    @Test
    void callsArePutOff() {
        run(registry, running -> {
            succeed(running, 5);
            assertThat(attempts(registry)).isZero();
            assertThat(running.getBean(CallRecords.class).counts("payments")).containsEntry(Outcome.SUCCESS, 5L);
        });
    }

    @Test
    void aScrapeShowsAll() {
        run(registry, running -> {
            succeed(running, 5);
            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.sum("backoff_calls_total", CALLS)).isEqualTo(5);
            assertThat(Stream.of("bucket", "count", "sum").map(each -> first(scrape, each)))
                    .containsExactly(5.0, 5.0, 5.0);
            assertThat(scrape.sum("backoff_attempts_max", CALLS)).isOne();
            assertThat(attempts(registry)).isEqualTo(5);
        });
    }

    @Test
    void aScrapeOfSomeNamesShowsAll() {
        run(registry, running -> {
            succeed(running, 5);
            assertThat(registry.scrape("text/plain", Set.of("backoff_attempts")))
                    .containsPattern("backoff_attempts_count\\{method=\"PaymentService.charge\".*} 5");
        });
    }

    @Test
    void theHistogramIsThatOfCallsOneByOne() {
        PrometheusMeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        run(registry, this::mixedCalls);
        run(other, running -> {
            time.busyness.end();
            mixedCalls(running);
        });
        assertThat(ofCalls(registry)).containsExactlyInAnyOrderElementsOf(ofCalls(other));
    }

    @Test
    void metersCatchUpBetweenScrapes() {
        run(registry, running -> {
            succeed(running, 5);
            time.busyness.catchUp();
            assertThat(attempts(registry)).isEqualTo(5);
        });
    }

    @Test
    void nothingIsAddedWhileAScrapeReads() {
        run(registry, running -> {
            registry.scrape();
            succeed(running, 5);
            time.busyness.catchUp();
            assertThat(attempts(registry)).isZero();
            time.fake.advance(Duration.ofSeconds(1));
            time.busyness.catchUp();
            assertThat(attempts(registry)).isEqualTo(5);
        });
    }

    @Test
    void metersCatchUpWhenTheBusyTimeEnds() {
        run(registry, running -> {
            registry.scrape();
            succeed(running, 5);
            time.busyness.end();
            time.busyness.catchUp();
            assertThat(attempts(registry)).isEqualTo(5);
        });
    }

    @Test
    void metersCatchUpWhenTheApplicationStops() {
        run(registry, running -> succeed(running, 5));
        assertThat(attempts(registry)).isEqualTo(5);
    }

    @Test
    void budgetsCatchUp() {
        run(registry, running -> {
            succeed(running, 3);
            assertThat(ratioAfterARetry(running)).isEqualTo(1);
            time.busyness.catchUp();
            assertThat(budget(running).ratio(time.nanoTime())).isEqualTo(0.25);
        });
    }

    @Test
    void budgetsEarnAtOnceWhatTheyCanHold() {
        run(registry, running -> {
            budget(running).tryWithdraw(time.nanoTime());
            int before = budget(running).tokens();
            succeed(running, 10);
            assertThat(budget(running).tokens()).isEqualTo(before + 1);
            assertThat(attempts(registry)).isEqualTo(10);
        });
    }

    @Test
    void otherRegistriesAreToldAtOnce() {
        MeterRegistry simple = new SimpleMeterRegistry();
        run(simple, running -> {
            succeed(running, 5);
            assertThat(attempts(simple)).isEqualTo(5);
        });
    }

    @Test
    void metersDoNotNeedPrometheus() {
        application(new SimpleMeterRegistry())
                .withClassLoader(new FilteredClassLoader("io.micrometer.prometheusmetrics", "io.prometheus"))
                .withBean(FakeTime.class)
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(MeterFactory.class));
    }

    @Test
    void summariesThatNeedEachValueAreToldAtOnce() {
        registry.config().meterFilter(new Percentiles());
        run(registry, running -> {
            succeed(running, 5);
            assertThat(attempts(registry)).isEqualTo(5);
        });
    }

    @Test
    void callsAreCountedOnceHoweverManyThereAre() {
        try (SystemTime real = new SystemTime(new Shutdown(), Runnable::run)) {
            application(registry).withBean(TimeSource.class, () -> real).run(running -> {
                int half = 800_000;
                var other = CompletableFuture.runAsync(() -> succeed(running, half));
                succeed(running, half);
                other.join();
                Scrape scrape = Scrape.of(registry);
                assertThat(scrape.sum("backoff_calls_total", CALLS)).isEqualTo(2 * half);
                assertThat(first(scrape, "sum")).isEqualTo(2 * half);
                await().atMost(Duration.ofSeconds(60)).until(() -> !Busyness.isBusy(real));
                assertThat(attempts(registry)).isEqualTo(2 * half);
            });
        }
    }

    private void mixedCalls(ApplicationContext running) {
        succeed(running, 3);
        Iterator<Integer> attempts = List.of(1, 2).iterator();
        charge(running, () -> {
            if (attempts.next() == 1) {
                throw new IOException();
            }
            return "paid";
        });
        succeed(running, 2);
    }

    private double ratioAfterARetry(ApplicationContext running) {
        budget(running).called(time.nanoTime());
        budget(running).tryWithdraw(time.nanoTime());
        return budget(running).ratio(time.nanoTime());
    }

    private static RetryBudget budget(ApplicationContext running) {
        return running.getBean(BackoffPolicies.class).get("payments").budget();
    }

    private void run(MeterRegistry registry, Consumer<ApplicationContext> test) {
        time.busyness.begin();
        application(registry).withBean(TimeSource.class, () -> time).run(running -> {
            assertThat(running).hasNotFailed();
            test.accept(running);
        });
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextRunner application(MeterRegistry registry) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class))
                .withBean(PaymentService.class)
                .withBean((Class<MeterRegistry>) registry.getClass(), () -> registry)
                .withPropertyValues("backoff.policies.payments.max-attempts=3");
    }

    private static void succeed(ApplicationContext running, int times) {
        for (int i = 0; i < times; i++) {
            charge(running, () -> "paid");
        }
    }

    private static void charge(ApplicationContext running, Callable<?> provider) {
        try {
            running.getBean(PaymentService.class).charge(provider);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static long attempts(MeterRegistry registry) {
        return registry.get("backoff.attempts")
                .tag("method", "PaymentService.charge")
                .summary()
                .count();
    }

    private static List<Scrape.Series> ofCalls(PrometheusMeterRegistry registry) {
        return Scrape.of(registry).series().stream()
                .filter(each -> each.name().matches("backoff_(calls|attempts|retries)_.*"))
                .toList();
    }

    private static double first(Scrape scrape, String suffix) {
        Map<String, String> labels =
                suffix.equals("bucket") ? Map.of("method", "PaymentService.charge", "le", "1.0") : CALLS;
        return scrape.sum("backoff_attempts_" + suffix, labels);
    }

    /** Fake time that is as busy as a test wants it to be. */
    private static final class Percentiles implements MeterFilter {

        @Override
        public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
            return DistributionStatisticConfig.builder()
                    .percentiles(0.5)
                    .build()
                    .merge(config);
        }
    }
}
