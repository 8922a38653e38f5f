package io.backoff.pace;

import static io.backoff.pace.Turn.State.BEGUN;
import static io.backoff.pace.Turn.State.LATE;
import static io.backoff.pace.Turn.State.LEFT;
import static io.backoff.pace.Turn.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTests {

    private static final long MILLI = 1_000_000;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Pace pace = Pace.adaptive("crm", 0.05, LONGEST, 0);

    @Test
    void countsNothingWhenOff() {
        var lane = Pace.OFF.lane("tenant");
        for (int i = 0; i < 100; i++) {
            assertThat(lane.begin(0, 0).poll(0)).isEqualTo(BEGUN);
            lane.throttled(0, 0, Duration.ofSeconds(1));
        }
        assertThat(Pace.OFF.isOn()).isFalse();
        assertThat(Pace.OFF.rate(0)).isNaN();
        assertThat(Pace.OFF.waiting()).isZero();
        assertThatThrownBy(() -> Pace.OFF.change(0, LONGEST)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void hasALaneForEachKeyAndOneForCallsWithoutAKey() {
        assertThat(pace.lane("a")).isSameAs(pace.lane("a")).isNotSameAs(pace.lane("b"));
        assertThat(pace.lane(null)).isSameAs(pace.lane(null)).isNotSameAs(pace.lane("a"));
        assertThat(pace.isOn()).isTrue();
    }

    @Test
    void sumsUpItsLanes() {
        throttle("a", 100);
        throttle("b", 100);
        throttle(null, 100);
        assertThat(pace.rate(10 * MILLI)).isCloseTo(3 * 7_000, within(1.0));
        assertThat(pace.lane("a").begin(10 * MILLI, Long.MAX_VALUE).poll(10 * MILLI))
                .isEqualTo(WAITING);
        assertThat(pace.lane(null).begin(10 * MILLI, Long.MAX_VALUE).poll(10 * MILLI))
                .isEqualTo(WAITING);
        assertThat(pace.waiting()).isEqualTo(2);
        assertThat(pace.pacing(10 * MILLI)).containsOnlyKeys("a", "b", null);
    }

    @Test
    void hasNoRateWhenItDoesNotPace() {
        assertThat(pace.rate(0)).isNaN();
    }

    @Test
    void servesThoseWhoWaitInALaneThatIsForgotten() {
        throttle("tenant", 100);
        var turn = pace.lane("tenant").begin(10 * MILLI, Long.MAX_VALUE);
        pace.forget("tenant");
        assertThat(pace.pacing(60_000 * MILLI)).isEmpty();
        assertThat(turn.poll(60_000 * MILLI)).isEqualTo(BEGUN);
    }

    @Test
    void stopsForgottenLanesToo() {
        throttle("tenant", 100);
        var lane = pace.lane("tenant");
        var before = lane.begin(10 * MILLI, Long.MAX_VALUE);
        pace.forget("tenant");
        var after = lane.begin(10 * MILLI, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        before.onSignal(signals::incrementAndGet);
        after.onSignal(signals::incrementAndGet);
        assertThat(pace.waiting()).isEqualTo(2);
        pace.stop();
        assertThat(signals).hasValue(2);
        assertThat(before.poll(10 * MILLI)).isEqualTo(LEFT);
        assertThat(after.poll(10 * MILLI)).isEqualTo(LEFT);
        assertThat(pace.waiting()).isZero();
        // A call keeps its lane for all of its attempts.
        assertThat(lane.begin(10 * MILLI, Long.MAX_VALUE).state()).isEqualTo(BEGUN);
    }

    @Test
    void endsTheWaitsOfForgottenLanesToo() {
        throttle("tenant", 100);
        var turn = pace.lane("tenant").begin(10 * MILLI, Long.MAX_VALUE);
        pace.forget("tenant");
        pace.leaveAll();
        assertThat(turn.poll(10 * MILLI)).isEqualTo(LEFT);
    }

    /** The wait of the second one ends because its deadline passes while the first one is late. */
    @Test
    void keepsForgottenLanesWhileAttemptsWaitThere() {
        throttle("tenant", 100);
        var lane = pace.lane("tenant");
        var first = lane.begin(10 * MILLI, Long.MAX_VALUE);
        var second = lane.begin(10 * MILLI, 100 * MILLI);
        pace.forget("tenant");
        assertThat(pace.lanes()).hasSize(2).contains(lane);
        assertThat(first.poll(2_000 * MILLI)).isEqualTo(BEGUN);
        assertThat(second.state()).isEqualTo(LATE);
        assertThat(pace.lanes()).doesNotContain(lane);
        lane.throttled(2_000 * MILLI, 2_000 * MILLI, LONGEST);
        var third = lane.begin(2_000 * MILLI, Long.MAX_VALUE);
        assertThat(pace.lanes()).contains(lane);
        third.leave();
        assertThat(pace.lanes()).doesNotContain(lane);
    }

    @Test
    void keepsNoForgottenLaneInWhichNothingWaits() {
        throttle("tenant", 100);
        var lane = pace.lane("tenant");
        pace.forget("tenant");
        assertThat(pace.lanes()).doesNotContain(lane);
    }

    @Test
    void changesWhileItIsInUse() {
        pace.change(1, LONGEST);
        throttle("a", 50);
        assertThat(pace.rate(10 * MILLI)).isNaN();
        pace.change(0.5, LONGEST);
        throttle("b", 50);
        assertThat(pace.pacing(10 * MILLI)).containsOnlyKeys("b");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "a")
    void stopsAtOnceUntilItIsChanged(@Nullable String key) {
        throttle(key, 100);
        var turn = pace.lane(key).begin(10 * MILLI, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        turn.onSignal(signals::incrementAndGet);
        pace.stop();
        assertThat(signals).hasValue(1);
        assertThat(pace.rate(10 * MILLI)).isNaN();
        assertThat(pace.waiting()).isZero();
        assertThat(turn.poll(10 * MILLI)).isEqualTo(LEFT);
        throttle(key, 100);
        assertThat(pace.rate(10 * MILLI)).isNaN();
        pace.change(0.05, LONGEST);
        throttle(key, 100);
        assertThat(pace.rate(10 * MILLI)).isNotNaN();
    }

    @Test
    void endsTheWaitsOfAllLanes() {
        throttle("a", 100);
        throttle(null, 100);
        var keyed = pace.lane("a").begin(10 * MILLI, Long.MAX_VALUE);
        var unkeyed = pace.lane(null).begin(10 * MILLI, Long.MAX_VALUE);
        pace.leaveAll();
        assertThat(keyed.poll(10 * MILLI)).isEqualTo(LEFT);
        assertThat(unkeyed.poll(10 * MILLI)).isEqualTo(LEFT);
        assertThat(pace.waiting()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsSharesOutOfRange(double share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pace.adaptive("crm", share, LONGEST, 0))
                .withMessage("'share' must be between 0 and 1 but was " + share);
        assertThatIllegalArgumentException().isThrownBy(() -> pace.change(share, LONGEST));
    }

    // A hundred attempts in ten milliseconds, some of them throttled.
    private void throttle(@Nullable String key, int throttled) {
        var lane = pace.lane(key);
        for (int i = 0; i < 100; i++) {
            lane.begin(i * MILLI / 10, 0);
        }
        for (int i = 0; i < throttled; i++) {
            lane.throttled(10 * MILLI, 0, Duration.ZERO);
        }
    }
}
