package io.backoff.engine.execution;

import io.backoff.engine.CallerContext;
import io.backoff.pace.Turn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of an attempt that waits for its turn without blocking a thread. Cancelling the future leaves the queue
 * or, once the attempt has begun, cancels the attempt.
 */
public final class AwaitedFuture<T extends @Nullable Object> extends CompletableFuture<T> {

    private final Supplier<? extends CompletionStage<T>> attempt;
    private final CallerContext.Snapshot context;
    private final AwaitedTurn wait;
    private volatile @Nullable CompletionStage<T> begun;

    private AwaitedFuture(Call call, Turn turn, Supplier<? extends CompletionStage<T>> attempt) {
        this.attempt = attempt;
        this.context = call.captureContext();
        this.wait = new AwaitedTurn(call, turn, this::start);
    }

    /**
     * Begins to wait.
     *
     * @param turn a turn of the call
     * @param attempt runs in the context of the current thread once the turn is no longer {@code WAITING}
     */
    public static <T extends @Nullable Object> CompletableFuture<T> of(
            Call call, Turn turn, Supplier<? extends CompletionStage<T>> attempt) {
        AwaitedFuture<T> future = new AwaitedFuture<>(call, turn, attempt);
        future.wait.begin();
        return future;
    }

    private void start() {
        CallerContext.Scope restored = context.restore();
        try {
            follow(attempt.get());
        } catch (Throwable failure) {
            completeExceptionally(failure);
        } finally {
            restored.close();
        }
    }

    private void follow(CompletionStage<T> started) {
        begun = started;
        // The future may have been cancelled meanwhile: either this check sees the cancellation, or the
        // cancellation sees the attempt.
        if (isCancelled()) {
            CancellableStages.cancel(started);
        }
        started.whenComplete((value, failure) -> {
            if (failure == null) {
                complete(value);
            } else {
                completeExceptionally(failure);
            }
        });
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            wait.cancel();
            CancellableStages.cancel(begun);
        }
        return cancelled;
    }
}
