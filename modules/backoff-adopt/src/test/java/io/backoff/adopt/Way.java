package io.backoff.adopt;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Exceptions;
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

    boolean isFramework() {
        return name().startsWith("FRAMEWORK");
    }

    /** Makes a call; throws the failure of the last attempt itself. */
    @Nullable
    Object call(RetryingApplication application, Callable<Object> attempt) throws Throwable {
        return call(application, attempt, () -> Mono.fromCallable(attempt));
    }

    /** Sends a request with the client that suits the kind of result. */
    void send(RetryingApplication application, String url) throws Throwable {
        RestClient blocking = application.get(RestClient.Builder.class).build();
        WebClient reactive = application.get(WebClient.Builder.class).build();
        call(
                application,
                () -> blocking.get().uri(url).retrieve().toBodilessEntity(),
                () -> reactive.get().uri(url).retrieve().toBodilessEntity().map(each -> each));
    }

    private @Nullable Object call(
            RetryingApplication application, Callable<Object> blocking, Supplier<Mono<Object>> reactive)
            throws Throwable {
        FrameworkCalls framework = application.get(FrameworkCalls.class);
        ResilienceCalls resilience = application.get(ResilienceCalls.class);
        return switch (this) {
            case FRAMEWORK_VALUE -> framework.value(blocking);
            case FRAMEWORK_MONO -> result(framework.mono(reactive).toFuture());
            case FRAMEWORK_FLUX -> result(framework.flux(reactive).last().toFuture());
            case SPRING_RETRY_VALUE -> application.get(SpringRetryCalls.class).value(blocking);
            case RESILIENCE4J_VALUE -> resilience.value(blocking);
            case RESILIENCE4J_FUTURE ->
                result(resilience.future(() -> reactive.get().toFuture()));
            case RESILIENCE4J_MONO -> result(resilience.mono(reactive).toFuture());
            case RESILIENCE4J_FLUX -> result(resilience.flux(reactive).last().toFuture());
        };
    }

    private static @Nullable Object result(CompletableFuture<Object> future) throws Throwable {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw Exceptions.isRetryExhausted(cause) ? cause.getCause() : cause;
        }
    }
}
