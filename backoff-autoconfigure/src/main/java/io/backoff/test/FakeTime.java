package io.backoff.test;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A clock that moves only when something waits, and then at once. Calls take no time, and the delays that they would
 * have waited can be read.
 *
 * <pre>{@code
 * assertThat(time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
 * }</pre>
 *
 * <p>Chance is seeded, so that random delays are the same in every run.
 */
public final class FakeTime implements TimeSource {

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final long SEED = 42;

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final RandomGenerator random;
    private final ThreadLocal<Queue<Runnable>> due = new ThreadLocal<>();

    public FakeTime() {
        this(SEED);
    }

    /** With another sequence of random delays. */
    public FakeTime(long seed) {
        RandomGenerator source = new SplittableRandom(seed);
        this.random = () -> {
            synchronized (source) {
                return source.nextLong();
            }
        };
    }

    /** The delays that were waited or scheduled so far, oldest first. */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** Lets time pass. */
    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
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

    /** Runs the task before it returns, unless the current thread is already running one: then right after that. */
    @Override
    public Future<?> schedule(Runnable task, Duration delay) {
        FutureTask<?> future = new FutureTask<>(task, null);
        Runnable run = () -> {
            if (!future.isCancelled()) {
                pass(delay);
                future.run();
            }
        };
        Queue<Runnable> running = due.get();
        if (running != null) {
            running.add(run);
        } else {
            runAll(run);
        }
        return future;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    private void pass(Duration delay) {
        waits.add(delay);
        advance(delay);
    }

    private void runAll(Runnable first) {
        Queue<Runnable> queue = new ArrayDeque<>();
        due.set(queue);
        try {
            for (Runnable each = first; each != null; each = queue.poll()) {
                each.run();
            }
        } finally {
            due.remove();
        }
    }
}
