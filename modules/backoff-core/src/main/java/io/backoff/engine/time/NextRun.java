package io.backoff.engine.time;

import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The next run of a repeater: its delay, when it is due, and the task that is scheduled for it. Guarded by the
 * repeater's lock.
 */
final class NextRun {

    private final Repeater.Schedule schedule;
    // Distinguishes the current delay from one that has been replaced.
    private int turn;
    private Duration delay = Duration.ZERO;
    private long due;
    private @Nullable Scheduled pending;

    NextRun(Repeater.Schedule schedule) {
        this.schedule = schedule;
    }

    /** The delay that is current now, or was the last. */
    Duration delay() {
        return delay;
    }

    /** When the run is due, by the clock of the schedule. */
    long due() {
        return due;
    }

    /** Begins a delay, which replaces the current one. Its run is still to be scheduled, without the lock. */
    Planned plan(Duration wait) {
        delay = wait;
        due = schedule.nanoTime() + nanos(wait);
        Scheduled replaced = pending;
        pending = null;
        return new Planned(wait, ++turn, replaced);
    }

    /** Whether the run is due after the delay at the latest. */
    boolean isDueWithin(Duration wait) {
        return due - schedule.nanoTime() <= nanos(wait);
    }

    /** Whether the delay has not been replaced. */
    boolean isCurrent(Planned planned) {
        return planned.turn == turn;
    }

    /** Keeps the scheduled task of the current delay. */
    void keep(Scheduled scheduled) {
        pending = scheduled;
    }

    /** Forgets the scheduled task, which is running. */
    void begun() {
        pending = null;
    }

    /** Ends the current delay, and returns the scheduled task that is left to cancel. */
    @Nullable
    Scheduled withdraw() {
        turn++;
        Scheduled left = pending;
        pending = null;
        return left;
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /**
     * A delay that begins.
     *
     * @param turn its number
     * @param replaced the scheduled task of the delay before it, to be cancelled
     */
    record Planned(Duration delay, int turn, @Nullable Scheduled replaced) {}
}
