package io.backoff.pace;

import static io.backoff.pace.Turn.State.BEGUN;
import static io.backoff.pace.Turn.State.LATE;
import static io.backoff.pace.Turn.State.LEFT;
import static io.backoff.pace.Turn.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeded sequences of arrivals, departures, responses and Retry-After delays. */
class LanePropertiesTests {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int SEEDS = 50;

    @Test
    void beginsNoMoreThanTheRateAdmitsInAnyTime() {
        int all = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var begun = new Sequence(seed, seed * 12_345_678_901L).run(5_000).begun;
            all += begun.size();
            for (int from = 0; from < begun.size(); from++) {
                double highest = 0;
                for (int to = from; to < Math.min(begun.size(), from + 50); to++) {
                    highest = Math.max(highest, begun.get(to).rate);
                    double time = (begun.get(to).at - begun.get(from).at) / (double) SECOND;
                    assertThat(to - from + 1).isLessThanOrEqualTo((int) (1 + highest * (time + 0.010) + 1e-6));
                }
            }
        }
        assertThat(all).isGreaterThan(1_000);
    }

    @Test
    void beginsInOrderOfArrival() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(new Sequence(seed, 0).run(2_000).begun)
                    .extracting(Begun::arrival)
                    .isSorted();
        }
    }

    @Test
    void beginsNothingWhileTheGateIsClosed() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(new Sequence(seed, 0).run(2_000).begun).allMatch(begun -> begun.at - begun.gate >= 0);
        }
    }

    @Test
    void beginsNothingAfterItsEnd() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(new Sequence(seed, 0).run(2_000).begun).allMatch(begun -> begun.latest - begun.at >= 0);
        }
    }

    @Test
    void servesEverybodyWhoStays() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var sequence = new Sequence(seed, 0);
            sequence.unlimited = true;
            sequence.run(2_000).drain();
            assertThat(sequence.late).isZero();
            assertThat(sequence.begun.size() + sequence.left).isEqualTo(sequence.arrived);
            assertThat(sequence.pace.waiting()).isZero();
        }
    }

    @Test
    void letsNobodyWaitBeyondHisEnd() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var sequence = new Sequence(seed, 0).run(2_000);
            sequence.drain();
            assertThat(sequence.begun.size() + sequence.left + sequence.late).isEqualTo(sequence.arrived);
        }
    }

    /** Only the first in the queue has a timer, and its polls end the waits of the others. */
    @Test
    void endsWaitsBehindOthersByTheirDeadlines() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var sequence = new Sequence(seed, 0).run(2_000);
            sequence.drain();
            assertThat(sequence.late).isPositive();
            assertThat(sequence.overdue).isLessThan(10 * MILLI);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - SECOND, -5 * SECOND})
    void doesTheSameWhereverTheClockStarts(long origin) {
        for (long seed = 0; seed < 20; seed++) {
            var here = new Sequence(seed, 0).run(2_000);
            var there = new Sequence(seed, origin).run(2_000);
            assertThat(there.begun)
                    .extracting(begun -> begun.at - origin)
                    .isEqualTo(here.begun.stream().map(Begun::at).toList());
        }
    }

    @Test
    void staysFiniteOverAMillionAttempts() {
        var random = new SplittableRandom(1);
        long now = Long.MAX_VALUE - SECOND;
        var pace = Pace.adaptive("crm", 0, Duration.ofSeconds(Long.MAX_VALUE), now);
        var lane = pace.lane(null);
        for (int i = 0; i < 1_000_000; i++) {
            var turn = lane.begin(now, Long.MAX_VALUE);
            while (turn.poll(now) == WAITING) {
                now += turn.delay().toNanos();
            }
            long began = now;
            now += random.nextLong(1, 2) << random.nextInt(25);
            if (random.nextInt(20) == 0) {
                lane.throttled(now, began, Duration.ofNanos(random.nextInt(3) * MILLI));
            }
            assertThat(turn.poll(now)).isEqualTo(BEGUN);
            if (i % 1_000 == 0) {
                lane.pacing(now)
                        .ifPresent(
                                pacing -> assertThat(pacing.rate()).isFinite().isBetween(0.5, 1e9));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 40, 1L << 61, Long.MAX_VALUE})
    void survivesFarEndsOfTime(long jump) {
        var pace = Pace.adaptive("crm", 0, Duration.ofSeconds(Long.MAX_VALUE), 0);
        var lane = pace.lane(null);
        lane.begin(0, Long.MAX_VALUE);
        lane.throttled(0, 0, Duration.ofSeconds(-1));
        lane.throttled(0, 0, Duration.ZERO);
        assertThat(lane.pacing(0).orElseThrow().rate()).isCloseTo(700, within(1e-6));
        lane.throttled(jump, jump, Duration.ofNanos(jump));
        var turn = lane.begin(jump, Long.MAX_VALUE);
        assertThat(turn.poll(jump)).isIn(BEGUN, WAITING);
        assertThat(turn.delay()).isPositive();
        assertThat(lane.begin(jump, -1).poll(jump)).isIn(BEGUN, LATE);
        assertThat(lane.begin(jump, Long.MIN_VALUE).poll(jump)).isIn(BEGUN, LATE);
    }

    private record Begun(int arrival, long at, long latest, long gate, double rate) {}

    private record Waiter(int arrival, Turn turn) {}

    private static final class Sequence {

        private final SplittableRandom random;
        private final Pace pace;
        private final Lane lane;
        private final Deque<Waiter> waiting = new ArrayDeque<>();
        private final List<Begun> begun = new ArrayList<>();
        private long now;
        private long gate;
        private boolean unlimited;
        private int arrived;
        private int left;
        private int late;
        private long overdue;

        Sequence(long seed, long origin) {
            random = new SplittableRandom(seed);
            now = origin;
            gate = origin;
            pace = Pace.adaptive("crm", 0, Duration.ofSeconds(2), now);
            lane = pace.lane(null);
            lane.begin(now, 0);
            lane.begin(now, 0);
            now += 10 * MILLI;
            lane.throttled(now, origin, Duration.ZERO);
            lane.throttled(now, origin, Duration.ZERO);
        }

        Sequence run(int steps) {
            for (int i = 0; i < steps; i++) {
                step();
                if (lane.pacing(now).isEmpty()) {
                    lane.throttled(now, now, Duration.ZERO);
                    lane.throttled(now, now, Duration.ZERO);
                }
            }
            return this;
        }

        private void step() {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> arrive();
                case 3 -> leave();
                case 4 -> throttled();
                default -> pass(random.nextLong(1 << random.nextInt(28)));
            }
        }

        void drain() {
            for (int i = 0; i < 1_000_000 && !waiting.isEmpty(); i++) {
                pass(5 * MILLI);
            }
        }

        private void arrive() {
            long timeLeft = unlimited ? Long.MAX_VALUE : random.nextLong(2 * SECOND);
            waiting.add(new Waiter(arrived++, lane.begin(now, timeLeft)));
            if (waiting.getLast().turn.state == BEGUN) {
                begun(waiting.removeLast(), now + timeLeft);
            }
        }

        private void leave() {
            if (!waiting.isEmpty() && random.nextInt(3) == 0) {
                var leaving = List.copyOf(waiting).get(random.nextInt(waiting.size()));
                leaving.turn.leave();
            }
        }

        private void throttled() {
            if (random.nextInt(10) == 0) {
                long retryAfter = random.nextInt(3) * random.nextLong(3 * SECOND);
                lane.throttled(now, now - random.nextLong(50 * MILLI), Duration.ofNanos(retryAfter));
                gate = RateWindow.later(gate, now + Math.min(retryAfter, 2 * SECOND));
            }
        }

        // Waiters wake when their time has come, some a little late.
        private void pass(long nanos) {
            long end = now + nanos;
            while (true) {
                waiting.removeIf(waiter -> waiter.turn.state != WAITING && ended(waiter));
                if (waiting.isEmpty()) {
                    break;
                }
                var first = waiting.getFirst();
                long latest = first.turn.latest;
                switch (first.turn.poll(now)) {
                    case BEGUN -> begun(waiting.removeFirst(), latest);
                    case WAITING -> {
                        long wake = now + first.turn.delay().toNanos() + random.nextLong(MILLI);
                        if (wake - end > 0) {
                            now = end;
                            return;
                        }
                        now = wake;
                    }
                    default -> {
                        // Removed above.
                    }
                }
            }
            now = end;
        }

        private boolean ended(Waiter waiter) {
            left += waiter.turn.state == LEFT ? 1 : 0;
            if (waiter.turn.state == LATE) {
                late++;
            }
            if (waiter.turn.state == LATE && waiter.turn != Turn.NEVER) {
                overdue = Math.max(overdue, now - waiter.turn.latest);
            }
            return true;
        }

        private void begun(Waiter waiter, long latest) {
            double rate = lane.pacing(now).map(Pacing::rate).orElse(Double.MAX_VALUE);
            begun.add(new Begun(waiter.arrival, now, unlimited ? now : latest, gate, rate));
        }
    }
}
