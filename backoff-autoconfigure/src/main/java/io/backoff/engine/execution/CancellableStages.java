package io.backoff.engine.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What an interface that cannot be cancelled permits all the same. */
public final class CancellableStages {

    private CancellableStages() {}

    /** Asks the stage to stop, if it knows how. */
    public static void cancel(@Nullable CompletionStage<?> stage) {
        if (stage == null) {
            return;
        }
        try {
            // A stage that is a future itself may answer toCompletableFuture with a copy, which would keep the answer.
            Future<?> future = stage instanceof Future<?> itself ? itself : stage.toCompletableFuture();
            future.cancel(true);
        } catch (Throwable refused) {
            // A stage need not be a future; then there is nothing to cancel.
            return;
        }
    }
}
