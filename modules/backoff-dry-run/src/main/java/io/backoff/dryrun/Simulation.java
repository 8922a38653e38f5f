package io.backoff.dryrun;

import io.backoff.engine.CallerContext;
import io.backoff.engine.Nesting;
import io.backoff.engine.Shutdown;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.CallStatisticsRegistry;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Runs calls in simulated time with the real engine, but without listeners, meters and log lines. Used by one thread.
 *
 * <p>The number of calls is bounded to save time and memory: a call in progress takes about 250 bytes. Larger traffic
 * is reduced to a {@link Sample}.
 */
final class Simulation {

    /** Maximum number of simulated calls. */
    static final int MOST_CALLS = 2_000;

    /** Maximum number of simulated attempts. When it is reached, all calls end. */
    static final int MOST_ATTEMPTS = 10 * MOST_CALLS;

    // Simulated time ends after half the range of a long (146 years), so that differences of times never overflow.
    private static final long END = 1L << 62;

    private final SimulatedTime time = new SimulatedTime();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Engine engine = new Engine(
            time,
            SafeListeners.NONE,
            (decision, step, policy, inTransaction, place) -> {},
            CallStatisticsRegistry.silent(),
            new Shutdown(),
            CallerContext.NONE,
            Nesting.INDEPENDENT);
    private final Sample sample;
    private long scheduled;
    private int attempts;

    /**
     * Creates a simulation.
     *
     * @param sample the simulated calls
     */
    Simulation(Sample sample) {
        this.sample = sample;
    }

    Engine engine() {
        return engine;
    }

    /** Runs all calls of the policies. */
    void run(List<SimulatedPolicy> policies) {
        policies.forEach(policy -> new Arrivals(this, policy, sample).begin());
        for (Event next = events.poll(); next != null; next = events.poll()) {
            time.advanceTo(next.at());
            next.happen();
        }
    }

    /** Schedules an event to happen after a delay. */
    void after(long nanos, Event event) {
        at(nanos > END - time.nanoTime() ? END : time.nanoTime() + nanos, event);
    }

    /** Schedules an event to happen at a time. */
    void at(long nanoTime, Event event) {
        event.scheduled(nanoTime, scheduled++);
        events.add(event);
    }

    /** Counts one more attempt; returns {@code false} if the attempt exceeds the maximum and must not be made. */
    boolean countAttempt() {
        return ++attempts <= MOST_ATTEMPTS;
    }

    /** Whether calls were cut short because there were too many attempts. */
    boolean wasCut() {
        return attempts > MOST_ATTEMPTS;
    }
}
