package io.backoff.pace;

import io.backoff.Internal;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One attempt's place in the queue of a {@link Lane}. A single waiter polls the turn until the attempt may begin; any
 * thread may end the wait.
 *
 * <p>Only the first turn in the queue waits until a known time. Later turns wait for the signal that they have become
 * the first, so that they need not wake up when others leave the queue or the rate changes. If they block a thread,
 * they also wake up at their deadline.
 */
@Internal
public final class Turn {

    /**
     * The state of a turn. The states other than {@link #WAITING} are final, but {@link Turn#giveBack} turns {@link
     * #BEGUN} into {@link #LEFT}.
     */
    public enum State {

        /** The attempt waits in the queue. */
        WAITING,

        /** The attempt begins now, and is counted. */
        BEGUN,

        /** The attempt could begin only after its deadline, so it must not begin. */
        LATE,

        /** The wait was cancelled, or the turn was given back: the attempt is not counted. */
        LEFT
    }

    /** The {@link #delay()} of a turn that is not first in the queue. */
    public static final Duration UNTIL_SIGNAL = Duration.ofNanos(Long.MAX_VALUE);

    /** The turn of an attempt that need not wait in a queue. It cannot be given back. */
    public static final Turn NOW = new Turn(Pace.OFF.lane(null), 0, State.BEGUN);

    static final Turn NEVER = new Turn(Pace.OFF.lane(null), 0, State.LATE);

    private static final Runnable NOBODY = () -> {};

    final Lane lane;
    // The latest time at which the attempt may begin.
    final long latest;
    // Changed under the lock of the lane.
    volatile State state;
    // When the attempt began. Access is guarded by the lane's lock.
    long began;
    private volatile Duration delay = UNTIL_SIGNAL;
    private volatile Runnable signal = NOBODY;

    Turn(Lane lane, long latest, State state) {
        this.lane = lane;
        this.latest = latest;
        this.state = state;
    }

    /**
     * Sets the code that wakes the waiter, so that the waiter polls again. The code runs when this turn has become the
     * first in the queue or its wait has ended. It should only wake the waiter, because it runs on the thread that
     * changed the queue. Call this method before the first poll.
     */
    public void onSignal(Runnable waker) {
        if (state == State.WAITING) {
            signal = waker;
        }
    }

    /** The current state. The attempt of a waiting turn begins only when the turn is polled. */
    public State state() {
        return state;
    }

    /**
     * Lets the attempt begin if it is the first in the queue and the rate allows it. If the returned state is {@code
     * WAITING}, {@link #delay()} is the time until the next poll.
     */
    public State poll(long now) {
        State known = state;
        return known == State.WAITING ? lane.poll(this, now) : known;
    }

    /** The time from the last poll to the next one; {@link #UNTIL_SIGNAL} to wait for the signal alone. */
    public Duration delay() {
        return delay;
    }

    /** Leaves the queue, so that the attempts behind this one move up. Does nothing if the wait is over. */
    public void leave() {
        if (state == State.WAITING) {
            lane.leave(this);
        }
    }

    /** Ends the waits of all attempts in the queue, because the application stops. */
    public void leaveAll() {
        lane.leaveAll();
    }

    /**
     * Withdraws an attempt that may begin but is not made after all. The next attempt may begin in its place, unless
     * another attempt has begun meanwhile.
     */
    public void giveBack() {
        if (this != NOW) {
            lane.giveBack(this);
        }
    }

    /**
     * Waits on the current thread until the state is final; if this throws, the attempt has left the queue. Code that
     * ends a {@code pause} early, for example at a shutdown, must call {@link #leave} first.
     *
     * @return the final state
     * @throws InterruptedException if the thread is interrupted
     */
    public State await(LongSupplier nanoTime, Pause pause) throws InterruptedException {
        if (state != State.WAITING) {
            return state;
        }
        Thread waiter = Thread.currentThread();
        try {
            onSignal(() -> LockSupport.unpark(waiter));
            long now = nanoTime.getAsLong();
            while (poll(now) == State.WAITING) {
                pause(now, pause);
                now = nanoTime.getAsLong();
            }
            return state;
        } finally {
            leave();
        }
    }

    private void pause(long now, Pause pause) throws InterruptedException {
        if (delay != UNTIL_SIGNAL) {
            pause.sleep(delay);
            return;
        }
        // The turn ahead ends only when its own waiter polls it. If that waiter is stuck, this wait still ends at its
        // deadline.
        LockSupport.parkNanos(lane, latest - now);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    State waiting(Duration longest) {
        delay = longest;
        return State.WAITING;
    }

    void signal() {
        signal.run();
    }

    /** Blocks a thread for a time. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Blocks the current thread for the duration. May return early, and should do so when the thread is unparked,
         * because the wait may be over.
         */
        void sleep(Duration delay) throws InterruptedException;
    }
}
