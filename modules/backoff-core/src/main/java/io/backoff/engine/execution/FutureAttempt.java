package io.backoff.engine.execution;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One attempt of an asynchronous call. It ends exactly once, when its stage completes or its timeout expires. */
public final class FutureAttempt<T extends @Nullable Object> extends AtomicBoolean
        implements BiConsumer<@Nullable T, @Nullable Throwable> {

    private static final long serialVersionUID = 1L;

    private final transient Owner owner;
    private final transient @Nullable AttemptLimit limit;
    private transient @Nullable CompletionStage<T> stage;
    // The field is volatile because the attempt may end on another thread while the field is being set. At least one of
    // the two threads then cancels the timeout: the thread that ends the attempt finds the field set, or the thread
    // that sets the field finds the attempt ended.
    private transient volatile TimeSource.@Nullable Scheduled timeout;
    private transient @Nullable T result;
    private transient @Nullable Throwable failure;
    // The field is volatile because the call may find it set before the signal arrives. The call must then see the
    // result and the failure too.
    private volatile boolean ended;

    /** Receives the end of the attempt. */
    public interface Owner {

        /** Called once, on the thread that ends the attempt. */
        void signal();
    }

    /** Creates an attempt with a time limit; {@code null} for none. */
    public FutureAttempt(Owner owner, @Nullable AttemptLimit limit) {
        this.owner = owner;
        this.limit = limit;
    }

    /**
     * Observes the stage, which may be complete already.
     *
     * @param timed the call to which the limit refers; {@code null} without a limit
     */
    public void follow(CompletionStage<T> started, @Nullable Call timed) {
        stage = started;
        started.whenComplete(this);
        if (limit != null && timed != null && !get()) {
            endAt(limit, timed);
        }
    }

    private void endAt(AttemptLimit end, Call timed) {
        try {
            timeout = timed.time().schedule(() -> timeOut(end, timed), end.delay(timed.elapsed()), Purpose.TIMEOUT);
        } catch (RejectedExecutionException closed) {
            // The application has stopped, so there is no timer. An attempt with an attempt-timeout ends now; any other
            // attempt ends now only if its deadline has passed.
            timeOut(end, timed);
        }
        if (get()) {
            cancelTimeout();
        }
    }

    @Override
    public void accept(@Nullable T value, @Nullable Throwable thrown) {
        end(value, thrown);
    }

    void end(@Nullable T value, @Nullable Throwable thrown) {
        if (compareAndSet(false, true)) {
            cancelTimeout();
            finish(value, thrown);
        }
    }

    private void timeOut(AttemptLimit end, Call timed) {
        if (end.isReached(timed.elapsed()) && compareAndSet(false, true)) {
            // The stage is cancelled first, because the next attempt must not overlap with this one.
            CancellableStages.cancel(stage);
            finish(null, end.fail(timed.elapsed()));
        }
    }

    private void finish(@Nullable T value, @Nullable Throwable thrown) {
        result = value;
        failure = thrown;
        ended = true;
        owner.signal();
    }

    /** Cancels the stage, and ignores how it completes. */
    void abandon() {
        set(true);
        cancelTimeout();
        CancellableStages.cancel(stage);
    }

    private void cancelTimeout() {
        TimeSource.Scheduled pending = timeout;
        if (pending != null) {
            pending.cancel();
        }
    }

    boolean ended() {
        return ended;
    }

    /** The value of the stage after the end of the attempt; {@code null} if the attempt failed. */
    public @Nullable T result() {
        return result;
    }

    /** The failure of the attempt, once it has ended; {@code null} if it returned a value. */
    public @Nullable Throwable failure() {
        return failure;
    }
}
