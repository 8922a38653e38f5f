package io.backoff.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.benchmarks.Operations.Operation;
import io.backoff.engine.BackoffOperations;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.reactor.BackoffReactor;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** A way to retry once after a fixed delay, without blocking a thread. */
enum Contender {
    BACKOFF("backoff, futures") {
        @Override
        Consumer<Operation> with(Duration delay) {
            BackoffOperations operations = application(delay).getBean(BackoffOperations.class);
            return operation -> operations.callAsync("default", operation);
        }
    },
    BACKOFF_REACTOR("backoff, Mono") {
        @Override
        Consumer<Operation> with(Duration delay) {
            BackoffReactor backoff = application(delay).getBean(BackoffReactor.class);
            return operation -> backoff.call("default", () -> Mono.fromFuture(operation.get()))
                    .subscribe();
        }
    },
    FAILSAFE("Failsafe 3.3.2") {
        @Override
        Consumer<Operation> with(Duration delay) {
            FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>builder()
                    .withDelay(delay)
                    .withMaxAttempts(2)
                    .build());
            return operation -> failsafe.getStageAsync(operation::get);
        }
    },
    RESILIENCE4J("Resilience4j 2.4.0") {
        @Override
        Consumer<Operation> with(Duration delay) {
            Retry retry = Retry.of(
                    "benchmark",
                    RetryConfig.custom().maxAttempts(2).waitDuration(delay).build());
            ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
            return operation -> Retry.decorateCompletionStage(retry, scheduler, operation::get)
                    .get();
        }
    },
    REACTOR("Reactor retryWhen") {
        @Override
        Consumer<Operation> with(Duration delay) {
            return operation -> Mono.defer(() -> Mono.fromFuture(operation.get()))
                    .retryWhen(reactor.util.retry.Retry.fixedDelay(1, delay))
                    .subscribe();
        }
    };

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Starts the contender, and returns a function that starts an operation. */
    abstract Consumer<Operation> with(Duration delay);

    private static ApplicationContext application(Duration delay) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "logging.level.root=error",
                        "backoff.policies.default.strategy=constant",
                        "backoff.policies.default.delay=" + delay.toMillis() + "ms",
                        "backoff.policies.default.max-delay=" + delay.toMillis() + "ms",
                        "backoff.policies.default.jitter=none",
                        "backoff.policies.default.max-attempts=2",
                        "backoff.policies.default.max-elapsed=0",
                        "backoff.policies.default.budget=none")
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        BackoffAutoConfiguration.class,
        BackoffMetricsAutoConfiguration.class,
        BackoffReactorAutoConfiguration.class
    })
    static class Application {

        @Bean
        PrometheusMeterRegistry registry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }
}
