package io.backoff.benchmarks.soak.adopted;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.Backoff;
import reactor.core.publisher.Mono;

/**
 * Methods that fail at the point where their library retries: when they are called, when the result completes, or on
 * subscription.
 */
final class Callees {

    private Callees() {}

    private static CompletableFuture<Object> later(Object value) {
        return CompletableFuture.supplyAsync(() -> value);
    }

    /** Methods that Spring Framework retries, after thrown exceptions and failed publishers. */
    static class FrameworkCalls {

        @Retryable(maxRetries = 2, delay = 1)
        public Object value(Trial call) throws IOException {
            return call.attempt();
        }

        @Retryable(maxRetries = 2, delay = 1)
        public CompletableFuture<Object> future(Trial call) throws IOException {
            return later(call.attempt());
        }

        @Retryable(maxRetries = 2, delay = 1)
        public Mono<Object> mono(Trial call) {
            return Mono.fromCallable(call::attempt);
        }
    }

    /** Methods that spring-retry retries, after thrown exceptions. */
    static class SpringRetryCalls {

        @org.springframework.retry.annotation.Retryable(backoff = @Backoff(delay = 1))
        public Object value(Trial call) throws IOException {
            return call.attempt();
        }

        @org.springframework.retry.annotation.Retryable(backoff = @Backoff(delay = 1))
        public CompletableFuture<Object> future(Trial call) throws IOException {
            return later(call.attempt());
        }

        @org.springframework.retry.annotation.Retryable(backoff = @Backoff(delay = 1))
        public Mono<Object> mono(Trial call) throws IOException {
            return Mono.just(call.attempt());
        }
    }

    /** Methods that Resilience4j retries, after thrown exceptions, failed futures and failed publishers. */
    static class Resilience4jCalls {

        @Retry(name = "soak")
        public Object value(Trial call) throws IOException {
            return call.attempt();
        }

        /**
         * Never throws: if a second or later attempt throws, Resilience4j loses the exception, and the future that it
         * has returned never completes.
         */
        @Retry(name = "soak")
        public CompletableFuture<Object> future(Trial call) {
            try {
                return later(call.attempt());
            } catch (IOException failure) {
                return CompletableFuture.supplyAsync(() -> null)
                        .thenCompose(nothing -> CompletableFuture.failedFuture(failure));
            }
        }

        @Retry(name = "soak")
        public Mono<Object> mono(Trial call) {
            return Mono.fromCallable(call::attempt);
        }
    }
}
