package io.backoff.engine.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A future that signals to its call when the caller completes it, by any method. */
abstract class SignallingFuture<T extends @Nullable Object> extends CompletableFuture<T>
        implements FutureAttempt.Owner {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        signal();
        return cancelled;
    }

    /** Ends the call, like a cancellation, if the caller completes the future. */
    @Override
    public boolean complete(@Nullable T value) {
        boolean completed = super.complete(value);
        signal();
        return completed;
    }

    /** Ends the call, like a cancellation, if the caller completes the future. */
    @Override
    public boolean completeExceptionally(Throwable failure) {
        boolean completed = super.completeExceptionally(failure);
        signal();
        return completed;
    }

    /**
     * Behaves like the superclass, but completes the future by {@link #complete} or {@link #completeExceptionally},
     * which signal.
     */
    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        executor.execute(() -> completeWith(supplier));
        return this;
    }

    private void completeWith(Supplier<? extends T> supplier) {
        if (isDone()) {
            return;
        }
        try {
            complete(supplier.get());
        } catch (Throwable failure) {
            completeExceptionally(failure instanceof CompletionException ? failure : new CompletionException(failure));
        }
    }

    /** Ends the call, like a cancellation. */
    @Override
    public void obtrudeValue(@Nullable T value) {
        super.obtrudeValue(value);
        signal();
    }

    /** Ends the call, like a cancellation. */
    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        signal();
    }
}
