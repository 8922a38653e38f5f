package io.backoff.deadline;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.context.ApplicationContext;

/** A way to make guarded calls that no thread waits for. */
public interface AsyncWay extends Way {

    /**
     * Starts a call.
     *
     * @param attempt starts an attempt; the call fails if it throws
     */
    CompletableFuture<Object> start(
            ApplicationContext context, String policy, Supplier<CompletableFuture<Object>> attempt);

    @Override
    default Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable {
        try {
            return start(context, policy, () -> completed(attempt)).get(20, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
    }

    private static CompletableFuture<Object> completed(Callable<Object> attempt) {
        try {
            return CompletableFuture.completedFuture(attempt.call());
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
