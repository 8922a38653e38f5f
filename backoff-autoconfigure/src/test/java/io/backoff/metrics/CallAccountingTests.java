package io.backoff.metrics;

import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.backoff.policy.Outcome;
import io.backoff.testkit.FailingRegistry;
import io.backoff.testkit.Scrape;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** Every call is counted once, under one outcome, whatever happens to the call and its listeners. */
class CallAccountingTests {

    private static final int THREADS = 4;
    private static final int CALLS_PER_THREAD = 500;
    private static final int CALLS = THREADS * CALLS_PER_THREAD;
    private static final Map<String, String> PAYMENTS = Map.of("policy", "payments");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void everyCallHasOneOutcome() {
        inChaos(
                PrometheusMeterRegistry.class,
                registry,
                running -> assertThat(Scrape.of(registry).sum("backoff_calls_total"))
                        .isEqualTo(CALLS));
    }

    @Test
    void chaosReachesTheOutcomesThatDoNotDependOnTiming() {
        inChaos(
                PrometheusMeterRegistry.class,
                registry,
                running -> assertThat(
                                running.getBean(CallStatisticsRegistry.class).counts("payments"))
                        .containsKeys(
                                Outcome.SUCCESS,
                                Outcome.RECOVERED,
                                Outcome.NOT_RETRYABLE,
                                Outcome.ABORTED,
                                Outcome.ELAPSED));
    }

    @Test
    void everyAttemptIsTheFirstOrARetry() {
        inChaos(PrometheusMeterRegistry.class, registry, running -> {
            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.sum("backoff_attempts_count")).isEqualTo(CALLS);
            assertThat(scrape.sum("backoff_attempts_sum")).isEqualTo(CALLS + scrape.sum("backoff_retries_total"));
            assertThat(scrape.sum("backoff_attempts_bucket", Map.of("le", "+Inf")))
                    .isEqualTo(CALLS);
        });
    }

    @Test
    void everyRetryWasGranted() {
        inChaos(PrometheusMeterRegistry.class, registry, running -> {
            Scrape scrape = Scrape.of(registry);
            double denied = scrape.sum("backoff_budget_withdrawals_total", Map.of("result", "denied"));
            // A call that is interrupted, or reaches its deadline, after its wait has paid for a retry that it does not
            // make.
            assertThat(scrape.sum("backoff_retries_total"))
                    .isPositive()
                    .isLessThanOrEqualTo(scrape.sum("backoff_budget_withdrawals_total") - denied);
            assertThat(denied).isEqualTo(scrape.sum("backoff_calls_total", Map.of("outcome", "budget_denied")));
        });
    }

    @Test
    void ownRecordsAgreeWithTheRegistry() {
        inChaos(PrometheusMeterRegistry.class, registry, running -> {
            Scrape scrape = Scrape.of(registry);
            running.getBean(CallStatisticsRegistry.class)
                    .counts("payments")
                    .forEach((outcome, count) -> assertThat(scrape.sum(
                                    "backoff_calls_total", Map.of("policy", "payments", "outcome", outcome.tag())))
                            .isEqualTo(count.doubleValue()));
            assertThat(scrape.sum("backoff_calls_total", PAYMENTS)).isEqualTo(CALLS);
        });
    }

    @Test
    void ownRecordsAreRightWithoutARegistryThatWorks() {
        inChaos(
                FailingRegistry.class,
                new FailingRegistry(false),
                running -> assertThat(running.getBean(CallStatisticsRegistry.class).counts("payments").values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(CALLS));
    }

    private static <R extends MeterRegistry> void inChaos(Class<R> type, R registry, Check check) {
        MeteredApplication.runner(type, () -> registry)
                .withBean(ThrowingListener.class)
                .withPropertyValues(
                        policy("payments", "max-attempts=4, max-elapsed=1s, retry-on-result=#result == 'pending'"))
                .withPropertyValues(budget("default", "ratio=0.5, burst=5"))
                .run(running -> {
                    assertThat(running).hasNotFailed();
                    callFromAllThreads(running);
                    check.accept(running);
                });
    }

    private static void callFromAllThreads(AssertableApplicationContext running) throws Exception {
        PaymentService annotated = running.getBean(PaymentService.class);
        BackoffOperations programmatic = running.getBean(BackoffOperations.class);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> done = IntStream.range(0, THREADS)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        Chaos chaos = new Chaos(new SplittableRandom(thread));
                        for (int call = 0; call < CALLS_PER_THREAD; call++) {
                            chaos.swallow(
                                    call % 2 == 0
                                            ? () -> annotated.charge(chaos)
                                            : () -> programmatic.call("payments", chaos::call));
                        }
                    }))
                    .toList();
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @FunctionalInterface
    interface Check {
        void accept(AssertableApplicationContext running) throws Exception;
    }

    /** About half of the calls succeed; the others fail as badly as possible. */
    record Chaos(RandomGenerator random) implements Callable<Object> {

        @Override
        public Object call() throws Exception {
            switch (random.nextInt(20)) {
                case 0 -> throw new StackOverflowError("chaos");
                case 1 -> throw new NoClassDefFoundError("chaos");
                case 2 -> throw new AssertionError("chaos");
                case 3 -> throw new InterruptedException("chaos");
                case 4 -> throw new CancellationException("chaos");
                case 5 -> throw new PermanentException(new IOException("chaos"));
                case 6 -> Thread.currentThread().interrupt();
                case 7 -> throw new Busy();
                case 8, 9, 10 -> throw new IOException("chaos");
                case 11 -> {
                    return "pending";
                }
                default -> {
                    return "paid";
                }
            }
            throw new IOException("interrupted");
        }

        void swallow(Callable<?> call) {
            try {
                call.call();
            } catch (Throwable expected) {
                // Only the counts matter here.
            } finally {
                Thread.interrupted();
            }
        }
    }

    static class ThrowingListener implements BackoffListener {

        private final AtomicLong decisions = new AtomicLong();

        @Override
        public void onDecision(RetryDecision decision) {
            switch ((int) (decisions.incrementAndGet() % 5)) {
                case 0 -> throw new IllegalStateException("listener");
                case 1 -> throw new AssertionError("listener");
                case 2 -> throw new NoClassDefFoundError("listener");
                case 3 -> throw new StackOverflowError("listener");
                default -> {}
            }
        }
    }

    /** A failure with a {@code Retry-After} beyond the time limit of the call. */
    private static final class Busy extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofHours(1);
        }
    }
}
