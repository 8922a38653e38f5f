package io.backoff.adopt;

import io.github.resilience4j.retry.annotation.Retry;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A library and a kind of result that it retries. */
enum Way {
    FRAMEWORK_VALUE,
    FRAMEWORK_MONO,
    FRAMEWORK_FLUX,
    SPRING_RETRY_VALUE,
    RESILIENCE4J_VALUE,
    RESILIENCE4J_FUTURE,
    RESILIENCE4J_MONO,
    RESILIENCE4J_FLUX;

    boolean isBlocking() {
        return name().endsWith("VALUE");
    }

    boolean isPublisher() {
        return name().endsWith("MONO") || name().endsWith("FLUX");
    }

    boolean isFramework() {
        return name().startsWith("FRAMEWORK");
    }

    /** Makes a call; throws the failure of the last attempt itself. */
    @Nullable
    Object call(AdoptedApplication application, Callable<Object> attempt) throws Exception {
        return call(application, attempt, () -> Mono.fromCallable(attempt));
    }

    /** Sends a request with the client that suits the kind of result. */
    void send(AdoptedApplication application, String url) throws Exception {
        RestClient blocking = application.get(RestClient.Builder.class).build();
        WebClient reactive = application.get(WebClient.Builder.class).build();
        call(
                application,
                () -> blocking.get().uri(url).retrieve().toBodilessEntity(),
                () -> reactive.get().uri(url).retrieve().toBodilessEntity().map(each -> each));
    }

    private @Nullable Object call(
            AdoptedApplication application, Callable<Object> blocking, Supplier<Mono<Object>> reactive)
            throws Exception {
        return switch (this) {
            case FRAMEWORK_VALUE -> application.get(FrameworkCalls.class).value(blocking);
            case SPRING_RETRY_VALUE -> application.get(SpringRetryCalls.class).value(blocking);
            case RESILIENCE4J_VALUE -> application.get(ResilienceCalls.class).value(blocking);
            default -> result(start(application, reactive));
        };
    }

    /** Starts a call that does not block. */
    CompletableFuture<Object> start(AdoptedApplication application, Supplier<Mono<Object>> attempt) {
        return this == RESILIENCE4J_FUTURE
                ? application
                        .get(ResilienceCalls.class)
                        .future(() -> attempt.get().toFuture())
                : publisher(application, attempt).singleOrEmpty().toFuture();
    }

    /** Returns the publisher of a call. */
    Flux<Object> publisher(AdoptedApplication application, Supplier<Mono<Object>> attempt) {
        return switch (this) {
            case FRAMEWORK_MONO ->
                application.get(FrameworkCalls.class).mono(attempt).flux();
            case FRAMEWORK_FLUX -> application.get(FrameworkCalls.class).flux(attempt);
            case RESILIENCE4J_MONO ->
                application.get(ResilienceCalls.class).mono(attempt).flux();
            case RESILIENCE4J_FLUX -> application.get(ResilienceCalls.class).flux(attempt);
            default -> throw new IllegalStateException(this + " is no publisher");
        };
    }

    private static @Nullable Object result(CompletableFuture<Object> future) throws Exception {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw (Exception) (Exceptions.isRetryExhausted(cause) ? cause.getCause() : cause);
        }
    }

    static class FrameworkCalls {

        @Retryable(maxRetries = 2, delay = 0)
        Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retryable(maxRetries = 2, delay = 0)
        Mono<Object> mono(Supplier<Mono<Object>> attempt) {
            return Mono.defer(attempt);
        }

        @Retryable(maxRetries = 2, delay = 0)
        Flux<Object> flux(Supplier<Mono<Object>> attempt) {
            return Flux.defer(attempt);
        }
    }

    static class SpringRetryCalls {

        @org.springframework.retry.annotation.Retryable
        Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class ResilienceCalls {

        @Retry(name = "three")
        Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        CompletableFuture<Object> future(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Retry(name = "three")
        Mono<Object> mono(Supplier<Mono<Object>> attempt) {
            return Mono.defer(attempt);
        }

        @Retry(name = "three")
        Flux<Object> flux(Supplier<Mono<Object>> attempt) {
            return Flux.defer(attempt);
        }
    }
}
