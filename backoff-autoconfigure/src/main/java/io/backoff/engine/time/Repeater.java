package io.backoff.engine.time;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task repeatedly. At most one run is in progress or scheduled at any time: the next is scheduled when a run has
 * ended, and a reset replaces the scheduled one. Whatever a run throws, the next one follows.
 *
 * <p>Safe for use by many threads. During a run, and from within it, a stop or a reset takes effect when the run ends.
 */
public final class Repeater implements AutoCloseable {

    private static final Logger logger = System.getLogger(Repeater.class.getName());

    private final Task task;
    private final Schedule schedule;

    private boolean started;
    private boolean running;
    private volatile boolean closed;
    // Distinguishes the current delay from one that has been replaced.
    private int turn;
    private Duration delay = Duration.ZERO;
    private long due;
    private @Nullable Scheduled pending;

    /** Creates a repeater that does nothing until it is started. */
    public Repeater(Task task, Schedule schedule) {
        this.task = task;
        this.schedule = schedule;
    }

    /** Creates a repeater that runs a task an interval after its last run ended. */
    public static Repeater every(Duration interval, Runnable task, Schedule schedule) {
        return new Repeater(
                new Task() {
                    @Override
                    public void run() {
                        task.run();
                    }

                    @Override
                    public Optional<Duration> next() {
                        return Optional.of(interval);
                    }
                },
                schedule);
    }

    /** Makes the first run immediately, on the current thread. Has no effect if already started or closed. */
    public void start() {
        synchronized (this) {
            if (!begin()) {
                return;
            }
            running = true;
        }
        run();
    }

    /** Makes the first run after a delay. Has no effect if already started or closed. */
    public void start(Duration first) {
        int current;
        synchronized (this) {
            if (!begin()) {
                return;
            }
            current = plan(first);
        }
        await(first, current);
    }

    // A run in progress is followed by others again: its end schedules the next.
    private boolean begin() {
        boolean first = !closed && !started;
        started = !closed;
        return first && !running;
    }

    /**
     * Restarts the delays: the next run comes after the first of them, or when it was due if that is sooner.
     *
     * @param startOver makes the next delay of the task the first again; called while no delay is drawn
     */
    public void reset(Runnable startOver) {
        Scheduled replaced;
        Duration sooner;
        int current;
        synchronized (this) {
            startOver.run();
            if (!started || running) {
                return;
            }
            sooner = task.next().orElse(delay);
            if (due - schedule.nanoTime() <= nanos(sooner)) {
                return;
            }
            replaced = pending;
            current = plan(sooner);
        }
        cancel(replaced);
        await(sooner, current);
    }

    /** Stops the repeater: no further run is scheduled until it is started again. */
    public void stop() {
        Scheduled left;
        synchronized (this) {
            started = false;
            turn++;
            left = pending;
            pending = null;
            if (running) {
                return;
            }
        }
        cancel(left);
        task.ended();
    }

    /** Stops for good. */
    @Override
    public void close() {
        closed = true;
        stop();
    }

    /** Whether it is closed; a long run may then end early. */
    public boolean isClosed() {
        return closed;
    }

    /** The current state. */
    public synchronized State state() {
        boolean waiting = started && !running;
        return new State(running, delay, waiting ? OptionalLong.of(due) : OptionalLong.empty());
    }

    private void wake(int current) {
        synchronized (this) {
            if (!started || running || current != turn) {
                return;
            }
            running = true;
            pending = null;
        }
        run();
    }

    private void run() {
        try {
            task.run();
        } finally {
            follow();
        }
    }

    private void follow() {
        Optional<Duration> next = Optional.empty();
        int current;
        synchronized (this) {
            running = false;
            if (started) {
                // If this throws, the repeater stays stopped.
                started = false;
                next = task.next();
                started = next.isPresent();
            }
            current = plan(next.orElse(delay));
        }
        if (next.isPresent()) {
            await(next.get(), current);
        } else {
            task.ended();
        }
    }

    private int plan(Duration wait) {
        delay = wait;
        due = schedule.nanoTime() + nanos(wait);
        pending = null;
        return ++turn;
    }

    // Without the lock: the task may run before this returns.
    private void await(Duration wait, int current) {
        try {
            keep(schedule.schedule(() -> wake(current), wait), current);
        } catch (RejectedExecutionException stopped) {
            if (end(current)) {
                task.rejected(stopped);
                task.ended();
            }
        }
    }

    /** Keeps the scheduled run, unless its delay is over or replaced by now, or the repeater stopped. */
    private void keep(Scheduled scheduled, int current) {
        synchronized (this) {
            if (started && !running && current == turn) {
                pending = scheduled;
                return;
            }
        }
        scheduled.cancel();
    }

    private synchronized boolean end(int current) {
        boolean counts = started && !running && current == turn;
        started = started && !counts;
        return counts;
    }

    private static void cancel(@Nullable Scheduled scheduled) {
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** A task to repeat. */
    public interface Task {

        /** Makes one run. */
        void run();

        /** The delay before the next run; empty if there is none. Must be quick: the repeater is locked meanwhile. */
        Optional<Duration> next();

        /** Called when no further run can be scheduled because the application has stopped. {@link #ended} follows. */
        default void rejected(RejectedExecutionException failure) {
            logger.log(Level.DEBUG, "A task is no longer repeated", failure);
        }

        /**
         * Called, perhaps repeatedly, when no run is in progress and none follows unless the repeater is started again.
         */
        default void ended() {}
    }

    /** The clock of a repeater, and the threads of its runs. */
    public interface Schedule {

        /** A clock, comparable by difference only. Unit: nanoseconds. */
        long nanoTime();

        /**
         * Runs a task after a delay.
         *
         * @throws RejectedExecutionException if no task is accepted any more
         */
        Scheduled schedule(Runnable task, Duration delay);

        /** A schedule for runs that a caller waits for. */
        static Schedule expected(TimeSource time) {
            return of(time, Purpose.DELAY, Runnable::run);
        }

        /** A schedule for runs that nobody waits for. */
        static Schedule inBackground(TimeSource time, Executor executor) {
            return of(time, Purpose.BACKGROUND, executor);
        }

        private static Schedule of(TimeSource time, Purpose purpose, Executor executor) {
            return new Schedule() {
                @Override
                public long nanoTime() {
                    return time.nanoTime();
                }

                @Override
                public Scheduled schedule(Runnable task, Duration delay) {
                    return time.schedule(() -> executor.execute(task), delay, purpose);
                }
            };
        }
    }

    /**
     * The state of a repeater.
     *
     * @param running whether a run is in progress
     * @param delay the delay before the next run, or before the run in progress
     * @param due when the next run is due, by the clock of the schedule; empty if none is scheduled
     */
    public record State(boolean running, Duration delay, OptionalLong due) {}
}
