package io.backoff.engine.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs asynchronous calls. No thread waits for their attempts, or for the delays between them. */
public final class FutureRunner {

    private FutureRunner() {}

    /**
     * Starts the operation, and restarts it until an attempt is accepted or the policy ends the call.
     *
     * <p>The first attempt runs on the current thread. Whatever the operation, a listener or a classifier throws, the
     * future completes.
     *
     * @return a future that completes with the accepted result or the failure of the last attempt; cancelling it ends
     *     the retries
     */
    public static <T extends @Nullable Object> CompletableFuture<T> run(
            Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) {
        FutureCall<T> call = new FutureCall<>(guard, operation);
        call.signal();
        return call;
    }

    /**
     * Makes all attempts on the current thread, which would otherwise only wait for the future.
     *
     * @return the completed future
     * @throws InterruptedException if the thread is interrupted while it waits; the call has ended, as if cancelled
     */
    public static <T extends @Nullable Object> CompletableFuture<T> runOnCallingThread(
            Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) throws InterruptedException {
        ThreadBoundFutureCall<T> call = new ThreadBoundFutureCall<>(guard, operation);
        call.finish();
        return call;
    }
}
