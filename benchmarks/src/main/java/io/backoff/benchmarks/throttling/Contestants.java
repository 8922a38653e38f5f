package io.backoff.benchmarks.throttling;

import io.backoff.benchmarks.overload.TooManyRequests;
import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource.Purpose;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

/**
 * The contestants in virtual time. Those that retry have the same maximum number of attempts and the same delays.
 * Spring Framework and Resilience4j decide whether and when to retry; the virtual clock replaces the thread or timer on
 * which they wait.
 */
final class Contestants {

    static final String PACED = "backoff, pace";
    static final String PACED_WITH_KEYS = "backoff, pace and keys";
    static final String UNPACED = "backoff, no pace";
    static final String ADAPTIVE_MODE = "AWS adaptive mode";
    static final String NO_RETRY = "no retry";

    private final VirtualTime time;
    private final FullJitter delays;
    private final BackoffOperations operations;

    Contestants(VirtualTime time, BackoffOperations operations) {
        this.time = time;
        this.delays = new FullJitter(time.random());
        this.operations = operations;
    }

    /** All contestants by name. Each new instance knows nothing about the callee at first. */
    Map<String, Supplier<Caller>> all() {
        Map<String, Supplier<Caller>> all = new LinkedHashMap<>();
        all.put(NO_RETRY, () -> (tenant, attempt) -> attempt.get());
        all.put("Spring RetryTemplate", () -> retrying(this::springFramework));
        all.put("Resilience4j Retry", () -> retrying(this::resilience4j));
        all.put(ADAPTIVE_MODE, this::adaptiveMode);
        all.put(UNPACED, policy("bulk"));
        all.put(PACED, policy("paced"));
        all.put(PACED_WITH_KEYS, () -> (tenant, attempt) -> operations.callAsync("paced", tenant, attempt));
        return all;
    }

    Supplier<Caller> policy(String name) {
        return () -> (tenant, attempt) -> operations.callAsync(name, attempt);
    }

    private Caller retrying(Supplier<ToLongFunction<Throwable>> library) {
        return (tenant, attempt) -> {
            CompletableFuture<String> result = new CompletableFuture<>();
            attempt(attempt, library.get(), result);
            return result;
        };
    }

    /**
     * Returns a function that decides about one call as a {@code RetryTemplate} would. The function takes the failure
     * of an attempt, and returns the milliseconds before the next attempt or {@code STOP}.
     */
    private ToLongFunction<Throwable> springFramework() {
        RetryPolicy policy = RetryPolicy.builder()
                .includes(TooManyRequests.class)
                .backOff(delays.backOff())
                .build();
        BackOffExecution execution = policy.getBackOff().start();
        return failure -> policy.shouldRetry(failure) ? execution.nextBackOff() : BackOffExecution.STOP;
    }

    private ToLongFunction<Throwable> resilience4j() {
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(FullJitter.ATTEMPTS)
                .retryExceptions(TooManyRequests.class)
                .intervalFunction(delays::millis)
                .build();
        Retry.AsyncContext<String> call = Retry.of("bulk", config).asyncContext();
        return call::onError;
    }

    private Caller adaptiveMode() {
        AdaptiveMode limiter = new AdaptiveMode(time.nanoTime());
        Caller retries = retrying(() -> {
            BackOffExecution execution = delays.backOff().start();
            return failure -> execution.nextBackOff();
        });
        return (tenant, attempt) -> retries.call(tenant, () -> limited(limiter, attempt));
    }

    private CompletableFuture<String> limited(AdaptiveMode limiter, Supplier<CompletableFuture<String>> attempt) {
        CompletableFuture<Void> turn = new CompletableFuture<>();
        await(limiter, turn);
        return turn.thenCompose(now -> attempt.get())
                .whenComplete((response, failure) -> limiter.responded(time.nanoTime(), failure != null));
    }

    private void await(AdaptiveMode limiter, CompletableFuture<Void> turn) {
        long wait = limiter.acquire(time.nanoTime());
        if (wait == 0) {
            turn.complete(null);
        } else {
            time.schedule(() -> await(limiter, turn), Duration.ofNanos(wait), Purpose.DELAY);
        }
    }

    private void attempt(
            Supplier<CompletableFuture<String>> attempt,
            ToLongFunction<Throwable> delay,
            CompletableFuture<String> result) {
        attempt.get().whenComplete((response, failure) -> {
            long millis = failure == null ? BackOffExecution.STOP : delay.applyAsLong(cause(failure));
            if (failure == null) {
                result.complete(response);
            } else if (millis == BackOffExecution.STOP) {
                result.completeExceptionally(failure);
            } else {
                time.schedule(() -> attempt(attempt, delay, result), Duration.ofMillis(millis), Purpose.DELAY);
            }
        });
    }

    private static Throwable cause(Throwable failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }
}
