package io.backoff.engine.time;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.time.NextRun.Planned;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task repeatedly. At most one run is in progress or scheduled at any time: the end of a run schedules the next
 * one, and a reset replaces the scheduled run. A run that throws does not end the repetition.
 *
 * <p>Safe for use by many threads. A stop or a reset during a run, even from within it, takes effect when the run ends.
 */
public final class Repeater implements AutoCloseable {

    private static final Logger logger = System.getLogger(Repeater.class.getName());

    private final Task task;
    private final Schedule schedule;
    private final NextRun next;

    private boolean started;
    private boolean running;
    private volatile boolean closed;

    /** Creates a repeater that does nothing until it is started. */
    public Repeater(Task task, Schedule schedule) {
        this.task = task;
        this.schedule = schedule;
        this.next = new NextRun(schedule);
    }

    /** Creates a repeater in which each run starts one interval after the end of the previous run. */
    public static Repeater every(Duration interval, Runnable task, Schedule schedule) {
        return new Repeater(new IntervalTask(interval, task), schedule);
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
        Planned planned;
        synchronized (this) {
            if (!begin()) {
                return;
            }
            planned = next.plan(first);
        }
        await(planned);
    }

    // If a run is in progress, its end schedules the next run.
    private boolean begin() {
        boolean first = !closed && !started;
        started = !closed;
        return first && !running;
    }

    /**
     * Starts the sequence of delays again: the next run starts after the first delay, or at its scheduled time if that
     * is sooner.
     *
     * @param startOver resets the task to its first delay; never called during {@link Task#next}
     */
    public void reset(Runnable startOver) {
        Planned sooner = planSooner(startOver);
        if (sooner != null) {
            cancel(sooner.replaced());
            await(sooner);
        }
    }

    private synchronized @Nullable Planned planSooner(Runnable startOver) {
        startOver.run();
        if (!started || running) {
            return null;
        }
        Duration first = task.next().orElse(next.delay());
        return next.isDueWithin(first) ? null : next.plan(first);
    }

    /** Stops the repeater: no further run is scheduled until it is started again. */
    public void stop() {
        Scheduled left;
        synchronized (this) {
            started = false;
            left = next.withdraw();
            if (running) {
                return;
            }
        }
        cancel(left);
        task.ended();
    }

    /** Stops the repeater for good. */
    @Override
    public void close() {
        closed = true;
        stop();
    }

    /** Whether the repeater is closed. A long run can check this in order to end early. */
    public boolean isClosed() {
        return closed;
    }

    /** The current state. */
    public synchronized State state() {
        boolean waiting = started && !running;
        return new State(running, next.delay(), waiting ? OptionalLong.of(next.due()) : OptionalLong.empty());
    }

    private void wake(Planned planned) {
        synchronized (this) {
            if (!isCurrent(planned)) {
                return;
            }
            running = true;
            next.begun();
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
        Planned planned = planNext();
        if (planned != null) {
            await(planned);
        } else {
            task.ended();
        }
    }

    private synchronized @Nullable Planned planNext() {
        running = false;
        Optional<Duration> wait = started ? draw() : Optional.empty();
        Planned planned = next.plan(wait.orElse(next.delay()));
        return wait.isPresent() ? planned : null;
    }

    private Optional<Duration> draw() {
        // If task.next() throws, the repeater stays stopped.
        started = false;
        Optional<Duration> wait = task.next();
        started = wait.isPresent();
        return wait;
    }

    // Called without the lock, because the task may run before this method returns.
    private void await(Planned planned) {
        try {
            keep(schedule.schedule(() -> wake(planned), planned.delay()), planned);
        } catch (RejectedExecutionException stopped) {
            if (end(planned)) {
                task.rejected(stopped);
                task.ended();
            }
        }
    }

    /**
     * Stores the scheduled run, or cancels it if its delay has ended or been replaced, or if the repeater has stopped.
     */
    private void keep(Scheduled scheduled, Planned planned) {
        synchronized (this) {
            if (isCurrent(planned)) {
                next.keep(scheduled);
                return;
            }
        }
        scheduled.cancel();
    }

    private synchronized boolean end(Planned planned) {
        boolean counts = isCurrent(planned);
        started = started && !counts;
        return counts;
    }

    private boolean isCurrent(Planned planned) {
        return started && !running && next.isCurrent(planned);
    }

    private static void cancel(@Nullable Scheduled scheduled) {
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    /** A task to repeat. */
    public interface Task {

        /** Makes one run. */
        void run();

        /**
         * Returns the delay before the next run; empty to end the repetition. Must be quick, because the caller holds
         * the repeater's lock.
         */
        Optional<Duration> next();

        /** Called when no further run can be scheduled because the application has stopped. {@link #ended} follows. */
        default void rejected(RejectedExecutionException failure) {
            logger.log(Level.DEBUG, "A task is no longer repeated", failure);
        }

        /**
         * Called when no run is in progress and none is scheduled. May be called repeatedly, for example each time the
         * repeater is stopped.
         */
        default void ended() {}
    }

    /** The clock and the threads of a repeater. */
    public interface Schedule {

        /** Reads a clock with an arbitrary origin, in nanoseconds. Only differences of readings are meaningful. */
        long nanoTime();

        /**
         * Runs a task after a delay.
         *
         * @throws RejectedExecutionException if the schedule no longer accepts tasks
         */
        Scheduled schedule(Runnable task, Duration delay);

        /**
         * Creates a schedule for runs that callers wait for. They run on the threads of the clock, like retries, and
         * wait while retries block all of these threads.
         */
        static Schedule expected(TimeSource time) {
            return new TimeSchedule(time, Purpose.DELAY, null);
        }

        /**
         * Creates a schedule for background runs, which no caller waits for. They run on the threads of the clock, and
         * wait while retries block all of these threads, so they must not be urgent.
         */
        static Schedule inBackground(TimeSource time) {
            return new TimeSchedule(time, Purpose.BACKGROUND, null);
        }

        /**
         * Creates a schedule for background runs on other threads than those of the clock. Blocked retries do not delay
         * them.
         *
         * @param own runs the tasks that are due. The timer's thread calls it, so it must neither block nor run a task
         *     that blocks on that thread
         */
        static Schedule inBackground(TimeSource time, Executor own) {
            return new TimeSchedule(time, Purpose.BACKGROUND, own);
        }
    }

    /**
     * The state of a repeater.
     *
     * @param running whether a run is in progress
     * @param delay the delay before the next run, or before the run in progress
     * @param due due time of the next run, as a reading of the schedule's clock; empty if no run is scheduled
     */
    public record State(boolean running, Duration delay, OptionalLong due) {}
}
