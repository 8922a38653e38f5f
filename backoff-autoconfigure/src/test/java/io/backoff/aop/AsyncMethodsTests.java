package io.backoff.aop;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Backoff;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Methods with {@code @Async}, on an executor of one thread: a call that needs a second one waits forever. */
@Timeout(60)
class AsyncMethodsTests {

    @ParameterizedTest
    @EnumSource
    void theirExecutorMakesAllAttempts(Contexts proxies) {
        application(proxies).run(context -> {
            var reports = context.getBean(Reports.class);
            assertThat(reports.atOnce().get(20, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(reports.later().get(20, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(context.getBean(Journal.class).threads)
                    .containsExactly("reports-1", "reports-1", "reports-1", "reports-1", "reports-1", "reports-1");
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("payments"))
                    .isEqualTo(Map.of(Outcome.RECOVERED, 2L));
        });
    }

    @Test
    void theCallerGetsTheLastFailure() {
        application(Contexts.JDK)
                .run(context -> assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(
                                () -> context.getBean(Reports.class).failing().get(20, TimeUnit.SECONDS))
                        .havingCause()
                        .isInstanceOf(IOException.class));
    }

    @Test
    void theFallbackMayTakeItsTime() {
        application(Contexts.JDK)
                .run(context -> assertThat(
                                context.getBean(Reports.class).replaced().get(20, TimeUnit.SECONDS))
                        .isEqualTo("instead"));
    }

    @Test
    void anAttemptThatTakesTooLongIsGivenUp() {
        application(Contexts.JDK)
                .withPropertyValues(policy("payments", "attempt-timeout=1s, max-attempts=1"))
                .run(context -> {
                    CompletableFuture<String> call =
                            context.getBean(Reports.class).never();
                    context.getBean(Journal.class).started.await();
                    var time = context.getBean(FakeTime.class);
                    // The timeout begins when the attempt has returned, which the test cannot observe.
                    while (!call.isDone()) {
                        time.advance(Duration.ofSeconds(1));
                        Thread.onSpinWait();
                    }
                    assertThatExceptionOfType(ExecutionException.class)
                            .isThrownBy(call::get)
                            .withCauseInstanceOf(TimeoutException.class);
                });
    }

    @Test
    void anExecutorThatShutsDownEndsTheCall() {
        application(Contexts.JDK).run(context -> {
            CompletableFuture<String> call = context.getBean(Reports.class).never();
            context.getBean(Journal.class).started.await();
            context.getBean(ThreadPoolTaskExecutor.class)
                    .getThreadPoolExecutor()
                    .shutdownNow();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("payments"))
                    .isEqualTo(Map.of(Outcome.ABORTED, 1L));
        });
    }

    @Test
    void withoutSupportForThemNobodyWaits() {
        Contexts.JDK
                .runner(Journal.class, MonthlyReports.class)
                .run(context ->
                        assertThat(context.getBean(Reports.class).never()).isNotDone());
    }

    private static ApplicationContextRunner application(Contexts proxies) {
        return proxies.runner(Background.class, Journal.class, MonthlyReports.class);
    }

    interface Reports {

        CompletableFuture<String> atOnce();

        CompletableFuture<String> later();

        CompletableFuture<String> failing();

        CompletableFuture<String> replaced();

        CompletableFuture<String> never();
    }

    static class Journal {

        private final List<String> threads = new CopyOnWriteArrayList<>();
        private final CountDownLatch started = new CountDownLatch(1);
    }

    @Async("reportExecutor")
    static class MonthlyReports implements Reports {

        private final Journal journal;

        MonthlyReports(Journal journal) {
            this.journal = journal;
        }

        @Override
        @Backoff("payments")
        public CompletableFuture<String> atOnce() {
            return thirdTime() ? CompletableFuture.completedFuture("done") : CompletableFuture.failedFuture(down());
        }

        @Override
        @Backoff("payments")
        public CompletableFuture<String> later() {
            boolean third = thirdTime();
            return CompletableFuture.supplyAsync(() -> {
                if (!third) {
                    throw new IllegalStateException("down");
                }
                return "done";
            });
        }

        @Override
        @Backoff("payments")
        public CompletableFuture<String> failing() {
            return CompletableFuture.failedFuture(down());
        }

        @Override
        @Backoff(value = "payments", fallback = "instead")
        public CompletableFuture<String> replaced() {
            return CompletableFuture.failedFuture(down());
        }

        CompletableFuture<String> instead() {
            return CompletableFuture.supplyAsync(() -> "instead");
        }

        @Override
        @Backoff("payments")
        public CompletableFuture<String> never() {
            journal.started.countDown();
            return new CompletableFuture<>();
        }

        private boolean thirdTime() {
            journal.threads.add(Thread.currentThread().getName());
            return journal.threads.size() % 3 == 0;
        }

        private static IOException down() {
            return new IOException("down");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Background {

        @Bean
        ThreadPoolTaskExecutor reportExecutor() {
            var executor = new ThreadPoolTaskExecutor();
            executor.setThreadNamePrefix("reports-");
            executor.setCorePoolSize(1);
            executor.setMaxPoolSize(1);
            return executor;
        }
    }
}
