package io.backoff.engine.time;

import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The next run of a repeater: its delay, its due time, and its scheduled task. Access is guarded by the repeater's
 * lock.
 */
final class NextRun {

    private final Repeater.Schedule schedule;
    // The number of the current delay, to distinguish this delay from replaced ones.
    private int turn;
    private Duration delay = Duration.ZERO;
    private long due;
    private @Nullable Scheduled pending;

    NextRun(Repeater.Schedule schedule) {
        this.schedule = schedule;
    }

    /** The current delay or, if no run is planned, the last one. */
    Duration delay() {
        return delay;
    }

    /** The due time of the run, as a reading of the schedule's clock. */
    long due() {
        return due;
    }

    /** Begins a delay, which replaces the current one. The caller schedules the run after releasing the lock. */
    Planned plan(Duration wait) {
        delay = wait;
        due = schedule.nanoTime() + nanos(wait);
        Scheduled replaced = pending;
        pending = null;
        return new Planned(wait, ++turn, replaced);
    }

    /** Whether the run is due at most {@code wait} from now. */
    boolean isDueWithin(Duration wait) {
        return due - schedule.nanoTime() <= nanos(wait);
    }

    /** Whether the planned delay is still the current one: neither replaced nor withdrawn. */
    boolean isCurrent(Planned planned) {
        return planned.turn == turn;
    }

    /** Stores the scheduled task of the current delay. */
    void keep(Scheduled scheduled) {
        pending = scheduled;
    }

    /** Forgets the scheduled task because it is running. */
    void begun() {
        pending = null;
    }

    /** Ends the current delay, and returns its scheduled task for the caller to cancel. */
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
     * @param turn the number of the delay
     * @param replaced the scheduled task of the previous delay, to be cancelled
     */
    record Planned(Duration delay, int turn, @Nullable Scheduled replaced) {}
}
