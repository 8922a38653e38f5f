package io.backoff.engine.execution;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's wait for its {@link Turn}, without blocking a thread. The turn is polled after each of its signals and
 * delays, and the waiting time is recorded in the call.
 */
public final class AwaitedTurn {

    private final Call call;
    private final Turn turn;
    private final Runnable next;
    private final long start;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile TimeSource.@Nullable Scheduled timer;

    /**
     * Creates a wait that has not begun. If the clock throws, the attempt leaves the queue.
     *
     * @param next runs once when the wait is over, but not after {@link #cancel}. It runs on the thread that begins the
     *     wait if the turn has already come, otherwise as a scheduled task of the clock
     */
    public AwaitedTurn(Call call, Turn turn, Runnable next) {
        this.call = call;
        this.turn = turn;
        this.next = next;
        try {
            this.start = call.time().nanoTime();
        } catch (Throwable broken) {
            turn.leave();
            throw broken;
        }
    }

    /** Begins to wait. */
    public void begin() {
        // A signal only wakes the timer: the next step may be an attempt, which must not run on the signalling thread.
        turn.onSignal(() -> pollAfter(Duration.ZERO));
        poll();
    }

    boolean isOver() {
        return over.get();
    }

    boolean isLate() {
        return turn.state() == State.LATE;
    }

    /**
     * Leaves the queue, because the attempt is no longer needed.
     *
     * @return whether this cancellation ended the wait; if so, {@code next} does not run
     */
    public boolean cancel() {
        boolean ended = over.compareAndSet(false, true);
        if (ended) {
            turn.leave();
            TimeSource.Scheduled pending = timer;
            if (pending != null) {
                pending.cancel();
            }
            call.waitedForTurn(start);
        }
        return ended;
    }

    private void poll() {
        if (over.get()) {
            return;
        }
        boolean waits;
        try {
            waits = turn.poll(call.time().nanoTime()) == State.WAITING && !call.isStopping();
        } catch (Throwable broken) {
            // The call detects a broken clock itself.
            waits = false;
        }
        if (!waits) {
            end();
        } else if (turn.delay() != Turn.UNTIL_SIGNAL) {
            pollAfter(turn.delay());
        }
    }

    private void pollAfter(Duration delay) {
        if (over.get()) {
            return;
        }
        try {
            timer = call.time().schedule(this::poll, delay, Purpose.DELAY);
        } catch (Throwable broken) {
            // The application has stopped, or the clock is broken: either way the wait ends.
            end();
        }
    }

    private void end() {
        if (cancel()) {
            next.run();
        }
    }
}
