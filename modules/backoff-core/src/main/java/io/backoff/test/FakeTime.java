package io.backoff.test;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A clock for tests in which waiting takes no time: a delay moves the clock forward immediately. Tests read the delays
 * from {@link #waits}.
 *
 * <pre>{@code
 * assertThat(time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
 * }</pre>
 *
 * <p>Randomness has a fixed seed, so that random delays are the same in every run. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public final class FakeTime implements TimeSource {

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final long SEED = 42;

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    private final List<Pending> pending = new CopyOnWriteArrayList<>();
    private final RandomGenerator random;
    private final ThreadLocal<Queue<Runnable>> running = new ThreadLocal<>();

    /** Creates a clock whose random delays are the same in every test. */
    public FakeTime() {
        this(SEED);
    }

    /**
     * Creates a clock with another seed for random delays.
     *
     * @param seed the seed of random delays
     */
    public FakeTime(long seed) {
        RandomGenerator source = new SplittableRandom(seed);
        this.random = () -> {
            synchronized (source) {
                return source.nextLong();
            }
        };
    }

    /** {@return the delays waited or scheduled so far, oldest first} */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** Forgets the recorded delays; the clock keeps its time. Spring's test framework calls this before each test. */
    public void clear() {
        waits.clear();
    }

    /**
     * Advances the clock, fails the attempts that reach their timeout, and runs the background work that is due.
     *
     * @param by the time by which to advance the clock
     */
    public void advance(Duration by) {
        long now = nanos.addAndGet(saturated(by));
        List<Pending> inOrder = new ArrayList<>(pending);
        inOrder.sort(Comparator.comparingLong(work -> work.due));
        for (Pending work : inOrder) {
            if (now - work.due >= 0 && pending.remove(work)) {
                work.task.run();
            }
        }
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return EPOCH.plusNanos(nanos.get());
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pass(delay);
    }

    /**
     * Schedules a task. If its purpose is a delay, the task runs at once, before this method returns, because fake time
     * skips the delay. If the current thread is already running such a task, however, the new task runs when the
     * running task has ended. A timeout or background task runs when {@link #advance} reaches its due time.
     */
    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        return purpose == Purpose.DELAY ? hurry(new Delayed(task, delay)) : hold(task, delay);
    }

    private Scheduled hurry(Delayed delayed) {
        Queue<Runnable> queue = running.get();
        if (queue != null) {
            queue.add(delayed);
        } else {
            runAll(delayed);
        }
        return delayed;
    }

    private Scheduled hold(Runnable task, Duration delay) {
        Pending added = new Pending(task, nanos.get() + saturated(delay));
        pending.add(added);
        return () -> pending.remove(added);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    private void pass(Duration delay) {
        waits.add(delay);
        nanos.addAndGet(saturated(delay));
    }

    // A Retry-After delay in nanoseconds may exceed the range of a long.
    private static long saturated(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    private void runAll(Runnable first) {
        Queue<Runnable> queue = new ArrayDeque<>();
        running.set(queue);
        try {
            for (Runnable task = first; task != null; task = queue.poll()) {
                task.run();
            }
        } finally {
            running.remove();
        }
    }

    private final class Delayed implements Runnable, Scheduled {

        private final Runnable task;
        private final Duration delay;
        private volatile boolean cancelled;

        Delayed(Runnable task, Duration delay) {
            this.task = task;
            this.delay = delay;
        }

        @Override
        public void run() {
            if (!cancelled) {
                pass(delay);
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    // This is a class rather than a record, because two entries with equal contents are different tasks.
    private static final class Pending {

        private final Runnable task;
        private final long due;

        Pending(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }
    }
}
