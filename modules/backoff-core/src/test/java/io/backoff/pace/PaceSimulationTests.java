package io.backoff.pace;

import static io.backoff.pace.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.pace.Simulation.Callee;
import io.backoff.pace.Simulation.Clock;
import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 5 000 calls of 32 workers against a callee that admits 100 per second, with a burst of 20. Ten seeds each; each way
 * to the callee and back takes half to one and a half times as long as usual.
 */
class PaceSimulationTests {

    private static final int CALLS = 5_000;
    private static final int WORKERS = 32;
    private static final int BURST = 20;
    private static final Duration NO_HINT = Duration.ZERO;
    private static final Duration HINT = Duration.ofSeconds(1);
    private static final DoubleUnaryOperator STEADY = second -> 100;
    private static final double IDEAL_OF_STEADY = (CALLS - BURST) / 100.0;
    private static final DoubleUnaryOperator CHANGING = second -> second < 15 || second >= 35 ? 100 : 50;
    private static final double IDEAL_OF_CHANGING = (CALLS - BURST - 15 * 100 - 20 * 50) / 100.0 + 35;

    @ParameterizedTest
    @ValueSource(longs = {5, 20, 50, 100})
    void findsTheLimit(long latencyMillis) {
        for (long seed = 1; seed <= 10; seed++) {
            var simulation = run(STEADY, NO_HINT, latencyMillis, seed);
            assertThat(IDEAL_OF_STEADY / simulation.seconds()).isGreaterThan(0.95);
            assertFewRequests(simulation);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 20, 50, 100})
    void findsTheLimitAgainWhenItHalvesAndDoubles(long latencyMillis) {
        for (long seed = 1; seed <= 10; seed++) {
            var simulation = run(CHANGING, NO_HINT, latencyMillis, seed);
            assertThat(IDEAL_OF_CHANGING / simulation.seconds()).isGreaterThan(0.95);
            assertFewRequests(simulation);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 20, 50, 100})
    void waitsForHintsAndNotMuchLonger(long latencyMillis) {
        for (long seed = 1; seed <= 10; seed++) {
            var steady = run(STEADY, HINT, latencyMillis, seed);
            assertThat(steady.seconds() / IDEAL_OF_STEADY).isLessThan(2.2);
            assertFewRequests(steady);
            var changing = run(CHANGING, HINT, latencyMillis, seed);
            assertThat(changing.seconds() / IDEAL_OF_CHANGING).isLessThan(2.2);
            assertFewRequests(changing);
        }
    }

    /** Each response takes longer than the second over which the rate is measured. */
    @ParameterizedTest
    @ValueSource(doubles = {0.7, 2, 5})
    void isNotRaisedByThrottledRequestsOfASlowCallee(double limit) {
        for (long seed = 1; seed <= 10; seed++) {
            var clock = new Clock();
            var callee = new Callee(clock, second -> limit, 1, NO_HINT);
            var simulation = simulation(clock, callee, null, 1_500, seed).start(10, 100);
            clock.run();
            assertThat(simulation.raised).isZero();
        }
    }

    @Test
    void needsManyMoreRequestsWithoutPace() {
        var clock = new Clock();
        var callee = new Callee(clock, STEADY, BURST, NO_HINT);
        var simulation = new Simulation(clock, Pace.OFF.lane(null), callee, Duration.ofMillis(20), 1);
        simulation.start(WORKERS, CALLS);
        clock.run();
        assertThat(simulation.requestsPerSuccess()).isGreaterThan(1.2);
    }

    @Test
    void isNotSlowedByAnotherLane() {
        var alone = tenant(1_000, false);
        var beside = tenant(1_000, true);
        assertThat(beside.seconds() / alone.seconds()).isLessThan(1.1);
        assertThat(beside.longestWait).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void isNotSlowedByOneThrottledRequestAmongAThousand(long hintSeconds) {
        var clock = new Clock();
        var callee = new Callee(clock, second -> 1e6, 1e6, Duration.ofSeconds(hintSeconds));
        callee.rejectEvery(1_000);
        var simulation = simulation(clock, callee, null, 20, 1).start(WORKERS, CALLS);
        clock.run();
        assertThat(callee.rejected).isEqualTo(5);
        assertThat(simulation.longestWait).isZero();
    }

    // One tenant within its limit; the other, if there is one, far beyond its own.
    private static Simulation tenant(int calls, boolean other) {
        var clock = new Clock();
        var pace = Pace.adaptive("crm", 0.05, Duration.ofSeconds(30), clock.now());
        var quiet = new Simulation(
                clock, pace.lane("quiet"), new Callee(clock, second -> 1e6, 1e6, NO_HINT), Duration.ofMillis(20), 1);
        quiet.start(4, calls);
        if (other) {
            var busy = new Callee(clock, STEADY, BURST, HINT);
            new Simulation(clock, pace.lane("busy"), busy, Duration.ofMillis(20), 2).start(WORKERS, 1_000);
        }
        clock.run();
        return quiet;
    }

    private static void assertFewRequests(Simulation simulation) {
        assertThat(simulation.lost).isZero();
        assertThat(simulation.succeeded).isEqualTo(CALLS);
        assertThat(simulation.requestsPerSuccess()).isLessThan(1.05);
    }

    private static Simulation run(DoubleUnaryOperator limit, Duration retryAfter, long latencyMillis, long seed) {
        var clock = new Clock();
        var callee = new Callee(clock, limit, BURST, retryAfter);
        var simulation = simulation(clock, callee, null, latencyMillis, seed).start(WORKERS, CALLS);
        clock.run();
        assertThat(simulation.longestWait).isLessThan(5 * SECOND);
        return simulation;
    }

    private static Simulation simulation(Clock clock, Callee callee, String key, long latencyMillis, long seed) {
        var pace = Pace.adaptive("crm", 0.05, Duration.ofSeconds(30), clock.now());
        return new Simulation(clock, pace.lane(key), callee, Duration.ofMillis(latencyMillis), seed);
    }
}
