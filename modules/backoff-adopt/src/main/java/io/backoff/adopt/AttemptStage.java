package io.backoff.adopt;

import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.execution.AttemptLimit;
import io.backoff.engine.execution.CancellableStages;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a library that retries stages. Its result is a stage of its own, because the handlers of a stage run in
 * no certain order: the attempt is recorded before the library sees how it ended. It ends with the time of its caller.
 */
final class AttemptStage {

    private final AdoptedCall call;
    private final CompletionStage<?> stage;
    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Scheduled timeout;

    private AttemptStage(AdoptedCall call, CompletionStage<?> stage) {
        this.call = call;
        this.stage = stage;
    }

    /** Follows the stage that an attempt has returned, and returns the stage for the library. */
    static CompletionStage<?> follow(AdoptedCall call, CompletionStage<?> stage) {
        AttemptStage attempt = new AttemptStage(call, stage);
        stage.whenComplete(attempt::end);
        AttemptLimit limit = call.execution().call().limitAttempt();
        if (limit != null && !attempt.ended.get()) {
            attempt.endAt(limit);
        }
        return attempt.result;
    }

    /** Records how an attempt has ended. */
    static void record(AdoptedCall call, @Nullable Object returned, @Nullable Throwable failure) {
        if (failure != null) {
            call.failed(failure);
        } else {
            call.execution().attemptReturned(returned);
        }
    }

    private void endAt(AttemptLimit limit) {
        try {
            Duration left = limit.delay(call.execution().call().elapsed());
            timeout = call.execution().call().time().schedule(() -> timeOut(limit), left, Purpose.TIMEOUT);
        } catch (RejectedExecutionException closed) {
            // The application has stopped: the attempt may finish.
            return;
        }
        if (ended.get()) {
            cancelTimeout();
        }
    }

    private void timeOut(AttemptLimit limit) {
        if (limit.isReached(call.execution().call().elapsed()) && ended.compareAndSet(false, true)) {
            CancellableStages.cancel(stage);
            finish(null, limit.fail(call.execution().call().elapsed()));
        }
    }

    private void end(@Nullable Object returned, @Nullable Throwable failure) {
        if (ended.compareAndSet(false, true)) {
            cancelTimeout();
            finish(returned, failure);
        }
    }

    private void cancelTimeout() {
        Scheduled pending = timeout;
        if (pending != null) {
            pending.cancel();
        }
    }

    private void finish(@Nullable Object returned, @Nullable Throwable failure) {
        try {
            record(call, returned, failure);
        } finally {
            complete(returned, failure);
        }
    }

    private void complete(@Nullable Object returned, @Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(failure);
        } else {
            result.complete(returned);
        }
    }
}
