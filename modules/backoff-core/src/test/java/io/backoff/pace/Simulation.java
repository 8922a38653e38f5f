package io.backoff.pace;

import io.backoff.pace.Turn.State;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** Workers that call a callee with a limit, in virtual time. Several simulations may share a clock. */
final class Simulation {

    static final long SECOND = 1_000_000_000;
    static final long MILLI = 1_000_000;

    private static final int MAX_ATTEMPTS = 8;
    private static final long START = Long.MAX_VALUE - 3 * SECOND;

    final Clock clock;
    final Callee callee;
    private final Lane lane;
    private final SplittableRandom random;
    private final long latency;
    private int toStart;
    int succeeded;
    int lost;
    int requests;
    long end;
    long longestWait;
    int raised;

    Simulation(Clock clock, Lane lane, Callee callee, Duration latency, long seed) {
        this.clock = clock;
        this.lane = lane;
        this.callee = callee;
        this.latency = latency.toNanos();
        this.random = new SplittableRandom(seed);
    }

    /** Starts workers; each makes this many calls, one after the other. */
    Simulation start(int workers, int calls) {
        toStart = calls;
        for (int i = 0; i < workers; i++) {
            clock.at(0, this::nextCall);
        }
        return this;
    }

    double seconds() {
        return (double) end / SECOND;
    }

    double requestsPerSuccess() {
        return (double) requests / succeeded;
    }

    private void nextCall() {
        if (toStart > 0) {
            toStart--;
            arrive(1);
        }
    }

    private void arrive(int attempt) {
        Turn turn = lane.begin(clock.now(), Long.MAX_VALUE);
        long arrival = clock.now();
        turn.onSignal(() -> clock.at(0, () -> poll(turn, attempt, arrival)));
        poll(turn, attempt, arrival);
    }

    private void poll(Turn turn, int attempt, long arrival) {
        State state = turn.poll(clock.now());
        if (state == State.BEGUN) {
            longestWait = Math.max(longestWait, clock.now() - arrival);
            send(attempt);
        } else if (state == State.WAITING && turn.delay() != Turn.UNTIL_SIGNAL) {
            clock.at(turn.delay().toNanos(), () -> poll(turn, attempt, arrival));
        }
    }

    private void send(int attempt) {
        requests++;
        long began = clock.now();
        // Each way takes half to one and a half times as long as usual.
        long there = (long) (latency / 2 * (0.5 + random.nextDouble()));
        long back = (long) (latency / 2 * (0.5 + random.nextDouble()));
        clock.at(there, () -> {
            boolean admitted = callee.admits();
            clock.at(back, () -> responded(attempt, began, admitted));
        });
    }

    private void responded(int attempt, long began, boolean admitted) {
        if (admitted) {
            succeeded++;
            end = clock.elapsed();
            nextCall();
            return;
        }
        throttled(began);
        if (attempt == MAX_ATTEMPTS) {
            lost++;
            nextCall();
            return;
        }
        long own = (long) (random.nextDouble() * SECOND * Math.min(1 << attempt - 1, 10));
        long retryAfter = callee.retryAfter.toNanos();
        clock.at(Math.max(own, retryAfter + (long) (random.nextDouble() * retryAfter / 2)), () -> arrive(attempt + 1));
    }

    private void throttled(long began) {
        double before = rate();
        lane.throttled(clock.now(), began, callee.retryAfter);
        raised += rate() > before + 1e-9 ? 1 : 0;
    }

    private double rate() {
        return lane.pacing(clock.now()).map(Pacing::rate).orElse(Double.MAX_VALUE);
    }

    /** A clock that jumps from event to event. */
    static final class Clock {

        private record Event(long at, long order, Runnable task) {}

        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
        private long elapsed;
        private long order;

        void at(long delay, Runnable task) {
            events.add(new Event(elapsed + delay, order++, task));
        }

        long now() {
            return START + elapsed;
        }

        long elapsed() {
            return elapsed;
        }

        void run() {
            for (Event next = events.poll(); next != null; next = events.poll()) {
                elapsed = next.at;
                next.task.run();
            }
        }
    }

    /** A callee that is limited by a token bucket. */
    static final class Callee {

        private final Clock clock;
        private final DoubleUnaryOperator limit;
        private final double burst;
        final Duration retryAfter;
        private double tokens;
        private long filled;
        private int requests;
        private int rejectedEvery = Integer.MAX_VALUE;
        int rejected;

        Callee(Clock clock, DoubleUnaryOperator limit, double burst, Duration retryAfter) {
            this.clock = clock;
            this.limit = limit;
            this.burst = burst;
            this.retryAfter = retryAfter;
            this.tokens = burst;
        }

        /** Throttles some requests, whatever the limit. */
        void rejectEvery(int number) {
            rejectedEvery = number;
        }

        boolean admits() {
            long now = clock.elapsed();
            double middle = (filled + now) / 2.0 / SECOND;
            tokens = Math.min(burst, tokens + limit.applyAsDouble(middle) * (now - filled) / SECOND);
            filled = now;
            if (tokens < 1 || ++requests % rejectedEvery == 0) {
                rejected++;
                return false;
            }
            tokens--;
            return true;
        }
    }
}
