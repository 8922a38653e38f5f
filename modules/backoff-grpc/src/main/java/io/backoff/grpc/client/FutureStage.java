package io.backoff.grpc.client;

import com.google.common.util.concurrent.ListenableFuture;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Adapts a listenable future to a stage; cancelling the stage cancels the future. */
final class FutureStage<T extends @Nullable Object> extends CompletableFuture<T> {

    private final Future<T> source;

    private FutureStage(ListenableFuture<T> source) {
        this.source = source;
    }

    static <T extends @Nullable Object> FutureStage<T> of(ListenableFuture<T> source) {
        FutureStage<T> stage = new FutureStage<>(source);
        source.addListener(stage::follow, Runnable::run);
        return stage;
    }

    private void follow() {
        try {
            complete(source.get());
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
