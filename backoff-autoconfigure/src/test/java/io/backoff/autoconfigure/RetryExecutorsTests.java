package io.backoff.autoconfigure;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.engine.BackoffOperations;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;

@Timeout(60)
class RetryExecutorsTests {

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner application = Applications.backoff(
                    TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class)
            // Without jitter: after a delay close to 0, the caller's thread may still make the retry itself.
            .withPropertyValues(policy("default", "delay=1ms, jitter=none"));

    @Test
    void executorsOfBootAreStillThere() {
        application
                .withUserConfiguration(Scheduling.class)
                .run(running ->
                        assertThat(running).hasBean("applicationTaskExecutor").hasBean("taskScheduler"));
    }

    @Test
    void theFirstAttemptIsMadeByTheCaller() {
        application.run(running -> {
            retry(running);
            assertThat(threads.get(0)).isSameAs(Thread.currentThread());
        });
    }

    @Test
    void retriesAreMadeByDaemonsAndNotByTheTimer() {
        application.run(running -> {
            retryOften(running);
            assertThat(threads.stream().filter(each -> each != Thread.currentThread()))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon)
                    .allMatch(thread -> thread.getName().startsWith("backoff-retry-"));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void retriesLoadTheClassesOfTheApplication(boolean virtual) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        List<ClassLoader> loaders = new CopyOnWriteArrayList<>();
        this.application
                .withPropertyValues("spring.threads.virtual.enabled=" + virtual)
                .run(running -> {
                    Thread caller = Thread.currentThread();
                    // A thread that cannot load them, such as one of the common pool.
                    caller.setContextClassLoader(null);
                    try {
                        retryOften(running, thread -> {
                            if (thread != caller) {
                                loaders.add(thread.getContextClassLoader());
                            }
                        });
                    } finally {
                        caller.setContextClassLoader(application);
                    }
                });
        assertThat(loaders).isNotEmpty().containsOnly(application);
    }

    @Test
    void retriesOfAnAsynchronousMethodStayOnItsThread() {
        application.withUserConfiguration(Background.class).run(running -> {
            Background background = running.getBean(Background.class);
            assertThat(background.later().get(20, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(background.threads()).containsExactly("task-1", "task-1", "task-1");
        });
    }

    @Test
    void thousandCallsShareAFewThreads() {
        application.run(running -> {
            for (int i = 0; i < 1_000; i++) {
                retry(running);
            }
            assertThat(threads.stream().filter(each -> each != Thread.currentThread()))
                    .isNotEmpty();
            assertThat(threads.stream()
                            .filter(each -> each != Thread.currentThread())
                            .distinct())
                    .hasSizeLessThanOrEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void retriesAreMadeByVirtualThreadsWhereBootUsesThem() {
        application.withPropertyValues("spring.threads.virtual.enabled=true").run(running -> {
            retryOften(running);
            assertThat(threads.stream().filter(each -> each != Thread.currentThread()))
                    .isNotEmpty()
                    .allMatch(thread -> thread.toString().contains("VirtualThread"));
        });
    }

    private void retry(AssertableApplicationContext running) throws Exception {
        retry(running, threads::add);
    }

    private void retryOften(AssertableApplicationContext running) throws Exception {
        retryOften(running, threads::add);
    }

    /** A caller that the system pauses for a millisecond makes a retry itself, but hardly all of them. */
    private static void retryOften(AssertableApplicationContext running, Consumer<Thread> attempts) throws Exception {
        for (int call = 0; call < 20; call++) {
            retry(running, attempts);
        }
    }

    private static void retry(AssertableApplicationContext running, Consumer<Thread> attempts) throws Exception {
        running.getBean(BackoffOperations.class)
                .callAsync("default", () -> {
                    attempts.accept(Thread.currentThread());
                    return CompletableFuture.failedFuture(new IOException());
                })
                .handle((value, failure) -> value)
                .get(20, TimeUnit.SECONDS);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    @EnableAsync
    static class Background {

        private final List<String> threads = new CopyOnWriteArrayList<>();

        @Async
        @Backoff
        public CompletableFuture<String> later() {
            threads.add(Thread.currentThread().getName());
            return threads.size() < 3
                    ? CompletableFuture.failedFuture(new IOException())
                    : CompletableFuture.completedFuture("done");
        }

        List<String> threads() {
            return threads;
        }
    }
}
