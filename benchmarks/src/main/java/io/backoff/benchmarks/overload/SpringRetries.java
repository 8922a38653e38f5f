package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.resilience.annotation.Retryable;

/** A bean whose method Spring Framework retries. */
class SpringRetries {

    /**
     * Retries with approximately the delays of the other variants: up to 10, 20 and 40 ms, but at least the base delay
     * of 5 ms.
     */
    @Retryable(maxRetries = 3, delay = 5, jitter = 5, multiplier = 2, maxDelay = 200)
    public String call(Supplier<CompletableFuture<String>> attempt) {
        return attempt.get().join();
    }
}
