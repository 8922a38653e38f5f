package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A listenable future that represents a guarded call.
 *
 * @param call the call; cancelling it ends its retries
 */
record GuardedListenableFuture<T extends @Nullable Object>(CompletableFuture<T> call) implements ListenableFuture<T> {

    @Override
    public void addListener(Runnable listener, Executor executor) {
        call.whenComplete((value, failure) -> executor.execute(listener));
    }

    @Override
    public boolean cancel(boolean interrupts) {
        return call.cancel(interrupts);
    }

    @Override
    public boolean isCancelled() {
        return call.isCancelled();
    }

    @Override
    public boolean isDone() {
        return call.isDone();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        return call.get();
    }

    @Override
    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return call.get(time, unit);
    }
}
