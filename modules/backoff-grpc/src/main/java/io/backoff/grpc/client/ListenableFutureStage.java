package io.backoff.grpc.client;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Adapts a listenable future to a stage; cancelling the stage cancels the future. */
final class ListenableFutureStage<T extends @Nullable Object> extends CompletableFuture<T> {

    private final Future<T> source;

    private ListenableFutureStage(ListenableFuture<T> source) {
        this.source = source;
    }

    static <T extends @Nullable Object> ListenableFutureStage<T> of(ListenableFuture<T> source) {
        ListenableFutureStage<T> stage = new ListenableFutureStage<>(source);
        source.addListener(stage::follow, Runnable::run);
        return stage;
    }

    private void follow() {
        try {
            // Not get(), which would throw an InterruptedException on an interrupted thread.
            complete(Futures.getDone(source));
        } catch (ExecutionException failed) {
            completeExceptionally(failed.getCause() == null ? failed : failed.getCause());
        } catch (CancellationException cancelled) {
            completeExceptionally(cancelled);
        } catch (Throwable broken) {
            completeExceptionally(broken);
        }
    }

    @Override
    public boolean cancel(boolean interrupts) {
        source.cancel(interrupts);
        return super.cancel(interrupts);
    }
}
