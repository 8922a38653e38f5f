package io.backoff.benchmarks.overload;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A clock that jumps from event to event. All events run on the thread that calls {@link #run}, in a fixed order, so
 * that a seed always gives the same result.
 */
public final class VirtualTime implements TimeSource {

    private final Queue<Event> events = new PriorityQueue<>();
    private final RandomGenerator random;
    private long now;
    private long count;

    public VirtualTime(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Runs events until none is left. */
    public void run() {
        for (Event next = events.poll(); next != null; next = events.poll()) {
            now = next.due;
            next.run();
        }
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    /** Unsupported: while the thread sleeps, nothing would advance the clock. */
    @Override
    public void sleep(Duration delay) {
        throw new UnsupportedOperationException("Nothing may block in virtual time");
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        Event event = new Event(task, now + delay.toNanos(), count++);
        events.add(event);
        return event;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    /** An event. Events at the same time run in the order in which they were scheduled. */
    private static final class Event implements Scheduled, Comparable<Event> {

        private static final Runnable NOTHING = () -> {};

        private final long due;
        private final long number;
        private Runnable task;

        Event(Runnable task, long due, long number) {
            this.task = task;
            this.due = due;
            this.number = number;
        }

        void run() {
            task.run();
        }

        @Override
        public void cancel() {
            task = NOTHING;
        }

        @Override
        public int compareTo(Event other) {
            return due == other.due ? Long.compare(number, other.number) : Long.compare(due, other.due);
        }
    }
}
