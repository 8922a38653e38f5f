package io.backoff.engine.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Cancels stages. {@link CompletionStage} itself has no method for this. */
public final class CancellableStages {

    private CancellableStages() {}

    /** Cancels the stage if it is a future, or can be converted to one. */
    public static void cancel(@Nullable CompletionStage<?> stage) {
        if (stage == null) {
            return;
        }
        try {
            futureOf(stage).cancel(true);
        } catch (Throwable unsupported) {
            // A stage that cannot be converted to a future cannot be cancelled, so it is left running.
            return;
        }
    }

    // A stage that is a future itself may return a copy from toCompletableFuture: cancelling the copy would have no
    // effect on the stage.
    private static Future<?> futureOf(CompletionStage<?> stage) {
        return stage instanceof Future<?> itself ? itself : stage.toCompletableFuture();
    }
}
