package io.backoff.engine.execution;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.time.QuickTask;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's wait for its {@link Turn}, without blocking a thread. The turn is polled after each of its signals and
 * delays, and the waiting time is recorded in the call.
 *
 * <p>A poll is a {@link QuickTask}, which needs no thread of the executor. Only the task that follows the wait needs
 * one. If a poll needed one too, calls further back in the queue could block all threads of the executor, and the queue
 * would never move again.
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
     * @param next runs once when the wait is over, but not after {@link #cancel}. If the turn has already come, it runs
     *     on the thread that begins the wait. Otherwise, it runs as a scheduled task of the clock or, if the clock has
     *     been closed, on the thread that ends the wait
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

    /** Begins to wait. If that throws, the attempt leaves the queue. */
    public void begin() {
        try {
            pollOnSignal();
        } catch (Throwable broken) {
            turn.leave();
            throw broken;
        }
    }

    private void pollOnSignal() {
        // A signal only schedules a poll, so that an attempt that follows the poll does not run on the signalling
        // thread. It runs there only if the clock has been closed.
        QuickTask wake = () -> pollAfter(Duration.ZERO);
        turn.onSignal(wake);
        QuickTask poll = this::poll;
        poll.run();
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
        // Outside the condition, in case an earlier cancellation was broken off, for example by a full stack.
        turn.leave();
        if (ended) {
            TimeSource.Scheduled pending = timer;
            if (pending != null) {
                pending.cancel();
            }
            call.waitedForTurn(start);
        }
        return ended;
    }

    /** Polls the turn. Returns {@code next} if the wait ends now; {@code null} if it continues or had already ended. */
    private @Nullable Runnable poll() {
        if (over.get()) {
            return null;
        }
        boolean waits;
        try {
            waits = turn.poll(call.time().nanoTime()) == State.WAITING;
            if (waits && call.isStopping()) {
                // All attempts leave the queue together. If they left one by one, each would wake the next. The poll of
                // the next attempt might run on this thread, inside this poll, so the stack would grow with each
                // attempt in the queue.
                turn.leaveAll();
                waits = false;
            }
        } catch (Throwable broken) {
            // The call detects a broken clock itself.
            waits = false;
        }
        if (!waits) {
            return end();
        }
        return turn.delay() == Turn.UNTIL_SIGNAL ? null : pollAfter(turn.delay());
    }

    /**
     * Schedules the next poll. If that is impossible, ends the wait.
     *
     * @return {@code next} if the wait ends now; {@code null} if it continues or had already ended
     */
    private @Nullable Runnable pollAfter(Duration delay) {
        if (over.get()) {
            return null;
        }
        try {
            QuickTask poll = this::poll;
            timer = call.time().schedule(poll, delay, Purpose.DELAY);
            return null;
        } catch (Throwable broken) {
            // The application has stopped, or the clock is broken: either way the wait ends.
            return end();
        }
    }

    private @Nullable Runnable end() {
        return cancel() ? next : null;
    }
}
