package io.backoff.result;

import io.backoff.engine.execution.AttemptLimit;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.CancellableStages;
import io.backoff.engine.execution.FutureAttempt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A future that gets the outcome of a stage, but completes only after this outcome has been reported. Callers do not
 * get the stage itself, because its handlers run in an undefined order. Cancelling the future cancels the stage.
 */
final class FollowedFuture extends CompletableFuture<@Nullable Object> implements FutureAttempt.Owner {

    private final CompletionStage<@Nullable Object> stage;
    private final Followed followed;
    private final FutureAttempt<@Nullable Object> attempt;

    private FollowedFuture(CompletionStage<@Nullable Object> stage, Followed followed, @Nullable AttemptLimit limit) {
        this.stage = stage;
        this.followed = followed;
        this.attempt = new FutureAttempt<>(this, limit);
    }

    /**
     * Observes a stage.
     *
     * @throws RuntimeException if the stage rejects handlers
     */
    static FollowedFuture of(CompletionStage<@Nullable Object> stage, Followed followed) {
        Call timed = followed.attempt();
        FollowedFuture future = new FollowedFuture(stage, followed, timed == null ? null : timed.limitAttempt());
        future.attempt.follow(stage, timed);
        return future;
    }

    @Override
    public void signal() {
        followed.execute(this::report);
    }

    private void report() {
        Throwable failure = attempt.failure();
        if (failure == null) {
            returned(attempt.result());
        } else {
            failed(failure);
        }
    }

    private void returned(@Nullable Object value) {
        try {
            followed.returned(value);
        } catch (Throwable instead) {
            completeExceptionally(instead);
            return;
        }
        complete(value);
    }

    private void failed(Throwable failure) {
        try {
            followed.failed(failure);
        } finally {
            completeExceptionally(failure);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            CancellableStages.cancel(stage);
        }
        return cancelled;
    }
}
