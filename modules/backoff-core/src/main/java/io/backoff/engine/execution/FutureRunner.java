package io.backoff.engine.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs asynchronous calls. Attempts and delays block no thread, except in {@link #runOnCallingThread}. */
public final class FutureRunner {

    private FutureRunner() {}

    /**
     * Runs the operation until an attempt succeeds or the policy ends the call.
     *
     * <p>The first attempt runs on the current thread, unless it has to wait. The future always completes, whatever the
     * operation, a listener or a classifier throws.
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
     * @throws InterruptedException if the thread is interrupted before the first attempt has ended; the call is
     *     cancelled. A later interrupt ends the call with the outcome of the last completed attempt, and the thread
     *     stays interrupted
     */
    public static <T extends @Nullable Object> CompletableFuture<T> runOnCallingThread(
            Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) throws InterruptedException {
        ThreadBoundFutureCall<T> call = new ThreadBoundFutureCall<>(guard, operation);
        call.finish();
        return call;
    }
}
