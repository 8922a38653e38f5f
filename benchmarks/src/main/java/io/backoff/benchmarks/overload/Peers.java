package io.backoff.benchmarks.overload;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.Budgets;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.BeanFactory;

/** Other libraries with the same settings: four attempts, with delays of up to 10, 20 and 40 ms. */
final class Peers {

    private static final int ATTEMPTS = 4;

    private Peers() {}

    /**
     * Creates two variants for Spring Framework, one in each application, and one variant for each other library.
     *
     * @param bare an application that does not adopt the retries of Spring Framework
     * @param governing an application that governs the retries of Spring Framework
     */
    static List<Variant> all(BeanFactory bare, BeanFactory governing) {
        return List.of(
                Variant.of("Spring @Retryable", spring(bare)),
                new Variant("Spring @Retryable, governed", spring(governing), budget(governing)),
                resilience4j(),
                failsafe());
    }

    /** Each call blocks a thread, as any call of an annotated method does. */
    private static Caller spring(BeanFactory application) {
        SpringRetries retries = application.getBean(SpringRetries.class);
        ExecutorService callers = Executors.newCachedThreadPool(Peers::daemon);
        return attempt -> CompletableFuture.supplyAsync(() -> retries.call(attempt), callers);
    }

    /** The governed method's budget, found by the method's name. */
    private static RetryBudget budget(BeanFactory application) {
        return application.getBean(Budgets.class).all().stream()
                .filter(budget -> budget.name().equals("SpringRetries.call"))
                .findAny()
                .orElseThrow();
    }

    private static Variant resilience4j() {
        IntervalFunction fullJitter =
                attempt -> ThreadLocalRandom.current().nextLong(Math.min(200, 10L << attempt - 1) + 1);
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(ATTEMPTS)
                .intervalFunction(fullJitter)
                .build();
        Retry retry = Retry.of("overload", config);
        ScheduledExecutorService delays = Executors.newScheduledThreadPool(2, Peers::daemon);
        return Variant.of(
                "Resilience4j Retry",
                attempt -> Retry.decorateCompletionStage(retry, delays, attempt::get)
                        .get());
    }

    private static Variant failsafe() {
        FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>builder()
                .withMaxAttempts(ATTEMPTS)
                .withBackoff(Duration.ofMillis(5), Duration.ofMillis(100))
                .withJitter(1.0)
                .build());
        return Variant.of("Failsafe RetryPolicy", attempt -> failsafe.getStageAsync(attempt::get));
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
