package io.backoff.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One attempt of a call on futures. It ends once: with what its stage completes with, or by its timeout. */
final class FutureAttempt<T extends @Nullable Object> extends AtomicBoolean
        implements BiConsumer<@Nullable T, @Nullable Throwable> {

    private static final long serialVersionUID = 1L;

    private final transient FutureCall<T> call;
    private transient @Nullable CompletionStage<T> stage;
    private transient TimeSource.@Nullable Scheduled timeout;
    private transient @Nullable T result;
    private transient @Nullable Throwable failure;
    // Written before the call is signalled, and read after: the signal orders the two.
    private boolean ended;

    FutureAttempt(FutureCall<T> call) {
        this.call = call;
    }

    /** Follows the stage, which may be complete already. */
    void follow(CompletionStage<T> started, Duration limit, TimeSource time) {
        stage = started;
        started.whenComplete(this);
        if (!limit.isZero() && !get()) {
            timeout = time.timeout(() -> timeOut(limit), limit);
            if (get()) {
                timeout.cancel();
            }
        }
    }

    @Override
    public void accept(@Nullable T value, @Nullable Throwable thrown) {
        end(value, thrown);
    }

    void end(@Nullable T value, @Nullable Throwable thrown) {
        if (compareAndSet(false, true)) {
            result = value;
            failure = thrown;
            ended = true;
            if (timeout != null) {
                timeout.cancel();
            }
            call.signal();
        }
    }

    private void timeOut(Duration limit) {
        end(null, new TimeoutException("No result within attempt-timeout, " + limit));
        cancelStage();
    }

    /** Asks the stage to stop; what it still completes with is ignored. */
    void abandon() {
        set(true);
        if (timeout != null) {
            timeout.cancel();
        }
        cancelStage();
    }

    private void cancelStage() {
        CompletionStage<T> running = stage;
        if (running == null) {
            return;
        }
        try {
            CompletableFuture<T> future = running.toCompletableFuture();
            future.cancel(true);
        } catch (RuntimeException refused) {
            // A stage need not be a future; then there is nothing to cancel.
            return;
        }
    }

    boolean ended() {
        return ended;
    }

    @Nullable
    T result() {
        return result;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }
}
