package io.backoff.pace;

import static io.backoff.pace.Turn.State.BEGUN;
import static io.backoff.pace.Turn.State.LATE;
import static io.backoff.pace.Turn.State.LEFT;
import static io.backoff.pace.Turn.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaneTests {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Duration NO_HINT = Duration.ZERO;

    // A clock may start anywhere, and wrap.
    private long now = Long.MAX_VALUE - SECOND / 2;
    private Pace pace;
    private Lane lane;

    @BeforeEach
    void create() {
        pace = Pace.adaptive("crm", 0.05, Duration.ofSeconds(30), now);
        lane = pace.lane(null);
    }

    @Test
    void doesNotPaceWithoutThrottling() {
        attempts(1_000, 1);
        assertThat(lane.pacing(now)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "3600, 3600"})
    void doesNotPaceForOneThrottledAttempt(long hintSeconds) {
        attempts(1, 0);
        throttled(Duration.ofSeconds(hintSeconds));
        assertThat(lane.begin(now, 0).poll(now)).isEqualTo(BEGUN);
        assertThat(lane.pacing(now)).isEmpty();
    }

    @Test
    void doesNotPaceForTwoThrottledAttemptsAMinuteApart() {
        for (int i = 0; i < 10; i++) {
            attempts(1, 0);
            throttled(NO_HINT);
            pass(60_000);
        }
        assertThat(lane.pacing(now)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"40, 2, true", "41, 2, false", "60, 3, true", "61, 3, false", "2, 2, true", "1, 1, false"})
    void pacesWhenTheShareAndAtLeastTwoAreThrottled(int attempts, int throttled, boolean paces) {
        attempts(attempts, 10);
        for (int i = 0; i < throttled; i++) {
            throttled(NO_HINT);
        }
        assertThat(lane.pacing(now).isPresent()).isEqualTo(paces);
    }

    @Test
    void fallsToSevenTenthsOfTheMeasuredRate() {
        paceAt(100);
        assertThat(rate()).isCloseTo(70, within(0.1));
        assertThat(lane.pacing(now).orElseThrow().throttled()).isEqualTo(5);
    }

    @Test
    void measuresOverTheTimeThatHasPassedInItsFirstSecond() {
        attempts(32, 0);
        pass(50);
        throttled(NO_HINT);
        throttled(NO_HINT);
        assertThat(rate()).isCloseTo(0.7 * 640, within(0.1));
    }

    @Test
    void knowsTheRateWhenResponsesTakeLongerThanTheMeasuredSecond() {
        attempts(32, 3);
        pass(2_000);
        throttled(NO_HINT);
        throttled(NO_HINT);
        assertThat(rate()).isCloseTo(0.7 * 320, within(0.1));
    }

    @Test
    void doesNotPaceAnewForOneThrottledAttemptAfterItHasEnded() {
        paceAt(100);
        pass(20_000);
        throttled(NO_HINT);
        assertThat(lane.pacing(now)).isEmpty();
    }

    @Test
    void fallsOncePerRoundTrip() {
        paceAt(100);
        for (int i = 0; i < 20; i++) {
            lane.throttled(now, now - 100 * MILLI, NO_HINT);
        }
        // It began before the rate fell, not after.
        lane.throttled(now, now, NO_HINT);
        assertThat(rate()).isCloseTo(70, within(0.1));
        assertThat(lane.pacing(now).orElseThrow().throttled()).isEqualTo(26);
    }

    @Test
    void fallsAgainForAnAttemptThatBeganAtTheNewRate() {
        paceAt(100);
        for (int i = 0; i < 20; i++) {
            lane.throttled(now, now - 100 * MILLI, NO_HINT);
        }
        pass(200);
        var before = rate();
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(rate()).isCloseTo(0.7 * before, within(0.1));
    }

    /** It has admitted 95 of 100 attempts within the last second, and throttles one that began at 70 per second. */
    @Test
    void doesNotFallBelowSevenTenthsOfWhatTheCalleeAdmits() {
        paceAt(100);
        pass(20);
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(rate()).isBetween(0.7 * 90, 0.7 * 100);
    }

    /** After a second without attempts, the measured rate is 500: one attempt, two milliseconds ago. */
    @Test
    void fallsForAnAttemptThatBeganBeforeAQuietSecond() {
        paceAt(2);
        pass(1_400);
        long began = now;
        attempts(1, 1_100);
        attempts(1, 2);
        var before = rate();
        lane.throttled(now, began, NO_HINT);
        assertThat(rate()).isCloseTo(0.7 * before, within(0.01));
    }

    /** Of 1,000 attempts in a second, the callee admits only the last 200, but almost all of the next. */
    @Test
    void isNotRaisedByAThrottledAttemptWhenTheCalleeAdmitsMoreThanBefore() {
        attempts(1_000, 1);
        for (int i = 0; i < 800; i++) {
            lane.throttled(now, now - SECOND + i * MILLI, NO_HINT);
        }
        for (int i = 0; i < 6; i++) {
            pass(1);
            lane.throttled(now, now - MILLI / 2, NO_HINT);
        }
        pass(8);
        attempts(90, 8);
        var before = rate();
        assertThat(before).isLessThan(0.7 * 270);
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(rate()).isCloseTo(before, within(0.01));
    }

    @Test
    void growsByCubicWhileNobodyWaits() {
        paceAt(100);
        var cubic = Cubic.after(100);
        for (int i = 0; i < 400; i++) {
            pass(10);
            lane.begin(now, 0);
        }
        assertThat(rate()).isCloseTo(cubic.rate(4), within(0.3));
    }

    @Test
    void beginsOneAttemptAfterTheOtherInOrderOfArrival() {
        paceAt(100);
        var turns = arrive(50, Long.MAX_VALUE);
        long begin = now;
        assertThat(finish(turns)).isSorted();
        assertThat((now - begin) / (double) SECOND).isBetween(50 / 85.0, 50 / 70.0);
    }

    @Test
    void makesOnlyTheFirstWaitForATime() {
        paceAt(100);
        var turns = arrive(3, Long.MAX_VALUE);
        assertThat(turns.get(0).poll(now)).isEqualTo(WAITING);
        assertThat(turns.get(0).delay()).isBetween(Duration.ofMillis(14), Duration.ofMillis(15));
        assertThat(turns.get(1).poll(now)).isEqualTo(WAITING);
        assertThat(turns.get(1).delay()).isEqualTo(Turn.UNTIL_SIGNAL);
    }

    @Test
    void endsAWaitBehindOthersAtItsDeadline() {
        paceAt(100);
        var turns = arrive(3, 100 * MILLI);
        assertThat(turns.get(1).poll(now + 100 * MILLI - 1)).isEqualTo(WAITING);
        assertThat(turns.get(1).poll(now + 100 * MILLI)).isEqualTo(LATE);
        assertThat(pace.waiting()).isEqualTo(2);
    }

    @Test
    void doesNotLetAttemptsWaitWhoseTurnWouldComeTooLate() {
        paceAt(100);
        var turns = arrive(1_000, SECOND);
        assertThat(turns).filteredOn(turn -> turn.state == WAITING).hasSizeBetween(70, 100);
        assertThat(turns).filteredOn(turn -> turn.state == LATE).hasSizeGreaterThan(900);
        assertThat(finish(turns.stream().filter(turn -> turn.state == WAITING).toList()))
                .hasSizeBetween(70, 100)
                .doesNotContain(-1L);
    }

    @Test
    void endsWaitsThatAReductionMakesTooLong() {
        paceAt(100);
        var signalled = new ArrayList<Turn>();
        var turns = arrive(70, SECOND);
        turns.forEach(turn -> turn.onSignal(() -> signalled.add(turn)));
        pass(100);
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(turns).filteredOn(turn -> turn.state == LATE).isNotEmpty().isEqualTo(signalled);
        assertThat(turns).filteredOn(turn -> turn.state == WAITING).isNotEmpty().hasSize(pace.waiting());
    }

    /** The first one wakes so late that the others, which had time for their turns, no longer have it. */
    @ParameterizedTest
    @CsvSource({"900, 0", "1000, 2"})
    void endsWaitsThatALateWakerMakesTooLongOncePerSecond(long millis, int ended) {
        paceAt(10);
        pass(500);
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(lane.begin(now, 0).state()).isEqualTo(BEGUN);
        var signalled = new ArrayList<Turn>();
        var turns = arrive(3, SECOND);
        turns.forEach(turn -> turn.onSignal(() -> signalled.add(turn)));
        pass(millis);
        assertThat(turns.get(0).poll(now)).isEqualTo(BEGUN);
        assertThat(turns).filteredOn(turn -> turn.state == LATE).hasSize(ended);
        assertThat(signalled).contains(turns.get(1));
    }

    @ParameterizedTest
    @CsvSource({"0, BEGUN", "1, LATE"})
    void endsTheWaitOfOneThatWakesTooLate(long nanos, Turn.State state) {
        paceAt(10);
        var turns = arrive(1, SECOND);
        turns.addAll(arrive(1, Long.MAX_VALUE));
        var signals = new AtomicInteger();
        turns.get(1).onSignal(signals::incrementAndGet);
        now += SECOND + nanos;
        assertThat(turns.get(0).poll(now)).isEqualTo(state);
        assertThat(signals).hasValue(1);
        assertThat(pace.waiting()).isEqualTo(1);
    }

    /** A clock may be negative for longer than the application runs. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE / 2, -SECOND, 0, Long.MAX_VALUE / 2})
    void endsWaitsThatBecameTooLongWhereverTheClockStarts(long start) {
        now = start;
        create();
        paceAt(10);
        var turns = arrive(3, SECOND);
        now += 2 * SECOND;
        turns.get(0).poll(now);
        assertThat(turns).allMatch(turn -> turn.state == LATE);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "5, 1", "10, 1", "1000, 100"})
    void checksWaitersOncePerReductionAndPer10MillisecondsOfTheGate(long hintMillis, int sweeps) {
        paceAt(100);
        var turns = arrive(10_000, Long.MAX_VALUE);
        pass(100);
        long began = now - MILLI;
        var swept = new HashSet<Long>();
        for (int i = 0; i < 1_000; i++) {
            lane.throttled(now, began, Duration.ofMillis(hintMillis));
            swept.add(lane.lastSweep());
            pass(1);
        }
        assertThat(swept).hasSizeBetween(1, sweeps);
        assertThat(turns.subList(1, 10_000)).allMatch(turn -> turn.state == WAITING);
    }

    @Test
    void endsWaitsThatALongerHintMakesTooLong() {
        paceAt(100);
        pass(100);
        throttled(NO_HINT);
        var turns = arrive(10, SECOND).subList(1, 10);
        throttled(Duration.ofSeconds(2));
        assertThat(turns).allMatch(turn -> turn.state == LATE);
    }

    @Test
    void movesUpThoseBehindOneThatLeaves() {
        paceAt(10);
        var turns = arrive(3, Long.MAX_VALUE);
        var signals = new ArrayList<String>();
        turns.get(1).onSignal(() -> signals.add("second"));
        turns.get(2).onSignal(() -> signals.add("third"));
        turns.get(1).poll(now);
        turns.get(2).poll(now);
        turns.get(1).leave();
        assertThat(signals).containsExactly("second");
        turns.get(0).leave();
        assertThat(signals).containsExactly("second", "third");
        assertThat(turns.get(2).poll(now)).isEqualTo(WAITING);
        assertThat(turns.get(2).delay()).isLessThan(Duration.ofMillis(150));
        pass(150);
        assertThat(turns.get(2).poll(now)).isEqualTo(BEGUN);
        assertThat(turns.get(0).poll(now)).isEqualTo(LEFT);
        assertThat(pace.waiting()).isZero();
    }

    @Test
    void endsAllWaits() {
        paceAt(10);
        var turns = arrive(3, Long.MAX_VALUE);
        pace.leaveAll();
        assertThat(turns).allMatch(turn -> turn.poll(now) == LEFT);
        assertThat(pace.waiting()).isZero();
    }

    @Test
    void beginsNothingBeforeAHintEndsAndThenAtTheRate() {
        attempts(100, 10);
        throttled(Duration.ofSeconds(2));
        throttledShare(100);
        long gate = now + 2 * SECOND;
        var turns = arrive(10, Long.MAX_VALUE);
        var begins = new ArrayList<Long>();
        for (Turn turn : turns) {
            while (turn.poll(now) == WAITING) {
                now += turn.delay().toNanos();
            }
            begins.add(now - gate);
        }
        assertThat(begins.get(0)).isZero();
        for (int i = 1; i < begins.size(); i++) {
            assertThat(begins.get(i) - begins.get(i - 1)).isBetween(9 * MILLI, 15 * MILLI);
        }
    }

    @Test
    void closesTheGateForTheLongestDelayAtMost() {
        attempts(100, 10);
        throttled(Duration.ofSeconds(Long.MAX_VALUE));
        throttledShare(100);
        var turn = lane.begin(now, Long.MAX_VALUE);
        assertThat(turn.poll(now)).isEqualTo(WAITING);
        assertThat(turn.delay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(lane.begin(now, 29 * SECOND).poll(now)).isEqualTo(LATE);
    }

    @Test
    void putsOffNothingWhileItDoesNotPace() {
        attempts(100, 10);
        assertThat(lane.putOff(now)).isZero();
    }

    @Test
    void putsOffOneAfterTheOtherBehindTheQueue() {
        paceAt(10);
        long period = Math.round(1_000 * MILLI / 7.0);
        long first = lane.putOff(now).toNanos();
        assertThat(lane.putOff(now).toNanos() - first).isCloseTo(period, within(MILLI));
        for (int i = 0; i < 4; i++) {
            lane.begin(now, Long.MAX_VALUE);
        }
        assertThat(lane.putOff(now).toNanos() - first).isCloseTo(4 * period, within(MILLI));
    }

    @Test
    void putsOffUntilAHintEnds() {
        paceAt(10);
        lane.begin(now, Long.MAX_VALUE);
        throttled(Duration.ofSeconds(20));
        long first = lane.putOff(now).toNanos();
        assertThat(first).isBetween(20 * SECOND, 21 * SECOND);
        pass(30_000);
        assertThat(lane.putOff(now)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void putsOffForAMinuteBehindTheQueueAtMost() {
        paceAt(10);
        throttled(Duration.ofSeconds(20));
        Duration last = Duration.ZERO;
        for (int i = 0; i < 1_000; i++) {
            last = lane.putOff(now);
        }
        assertThat(last).isEqualTo(Duration.ofSeconds(80));
    }

    /** Stored calls, for example, of which nobody waits in the queue. */
    @ParameterizedTest
    @ValueSource(longs = {0, 30})
    void attemptsThatArePutOffBeginAtTheRate(long hintSeconds) {
        paceAt(10);
        if (hintSeconds > 0) {
            throttled(Duration.ofSeconds(hintSeconds));
        }
        List<Long> due = new ArrayList<>(Collections.nCopies(1_000, now));
        for (int second = 0; !due.isEmpty(); second++) {
            int left = due.size();
            for (int i = 0; i < 100; i++) {
                due = askAgain(due);
                pass(10);
            }
            assertThat(left - due.size()).isLessThan(25);
            assertThat(lane.pacing(now)).isPresent();
            assertThat(second).isLessThan(240);
        }
    }

    private List<Long> askAgain(List<Long> due) {
        List<Long> again = new ArrayList<>();
        for (long each : due) {
            if (each - now > 0) {
                again.add(each);
            } else if (lane.begin(now, 0).poll(now) != BEGUN) {
                again.add(now + Math.max(SECOND, lane.putOff(now).toNanos()));
            }
        }
        return again;
    }

    @Test
    void endsAfterTenSecondsWithoutDemand() {
        paceAt(100);
        pass(9_999);
        assertThat(lane.pacing(now)).isPresent();
        pass(1);
        assertThat(lane.pacing(now)).isEmpty();
        assertThat(pace.rate(now)).isNaN();
    }

    @Test
    void endsAfterTenSecondsAtTwiceTheDemand() {
        paceAt(100);
        for (int i = 0; i < 120; i++) {
            pass(100);
            assertThat(lane.begin(now, 0).poll(now)).isEqualTo(BEGUN);
        }
        assertThat(lane.pacing(now)).isEmpty();
    }

    @Test
    void doesNotEndWhileTheGateIsClosed() {
        attempts(100, 10);
        throttled(Duration.ofSeconds(30));
        throttledShare(100);
        pass(29_999);
        assertThat(lane.pacing(now)).isPresent();
        pass(10_001);
        assertThat(lane.pacing(now)).isEmpty();
    }

    @Test
    void doesNotEndWhileAttemptsWait() {
        paceAt(100);
        var waiting = arrive(2, Long.MAX_VALUE);
        pass(60_000);
        assertThat(lane.pacing(now)).isPresent();
        assertThat(finish(waiting)).hasSize(2);
    }

    @Test
    void isNotSlowerAfterAQuietSecond() {
        paceAt(100);
        pass(3_000);
        lane.begin(now, 0);
        assertThat(rate()).isGreaterThanOrEqualTo(70);
    }

    @Test
    void neverFallsBelowOneAttemptInTwoSeconds() {
        paceAt(2);
        for (int i = 0; i < 100; i++) {
            pass(1);
            lane.throttled(now, now, NO_HINT);
        }
        assertThat(rate()).isEqualTo(0.5);
    }

    @Test
    void letsAWaiterWakeLateWithoutLosingItsPlace() {
        paceAt(1_000);
        long begin = now;
        for (Turn turn : arrive(700, Long.MAX_VALUE)) {
            while (turn.poll(now) == WAITING) {
                // A tenth of a millisecond late each time.
                now += turn.delay().toNanos() + MILLI / 10;
            }
        }
        assertThat((now - begin) / (double) SECOND).isLessThan(1.01);
    }

    @Test
    void theNextTakesATurnThatIsGivenBack() {
        paceAt(10);
        pass(1_000);
        Turn first = lane.begin(now, Long.MAX_VALUE);
        Turn second = lane.begin(now, Long.MAX_VALUE);
        AtomicInteger signals = new AtomicInteger();
        second.onSignal(signals::incrementAndGet);
        assertThat(second.poll(now)).isEqualTo(WAITING);
        first.giveBack();
        assertThat(signals).hasValue(1);
        assertThat(second.poll(now)).isEqualTo(BEGUN);
        first.giveBack();
        assertThat(lane.begin(now, Long.MAX_VALUE).poll(now)).isEqualTo(WAITING);
    }

    @Test
    void aTurnThatIsGivenBackAfterTheNextBeganAdmitsNoBurst() {
        paceAt(10);
        pass(1_000);
        Turn first = lane.begin(now, Long.MAX_VALUE);
        pass(1_000);
        assertThat(lane.begin(now, Long.MAX_VALUE).poll(now)).isEqualTo(BEGUN);
        first.giveBack();
        assertThat(first.poll(now)).isEqualTo(LEFT);
        assertThat(lane.begin(now, Long.MAX_VALUE).poll(now)).isEqualTo(WAITING);
    }

    @Test
    void beginsAtTheEndOfAHintAndNotBefore() {
        attempts(100, 10);
        throttled(Duration.ofSeconds(2));
        throttledShare(100);
        assertThat(lane.begin(now, 2 * SECOND - 1).state()).isEqualTo(LATE);
        Turn turn = lane.begin(now, 2 * SECOND);
        assertThat(turn.state()).isEqualTo(WAITING);
        turn.leave();
        pass(2_000);
        assertThat(lane.begin(now, 0).state()).isEqualTo(BEGUN);
    }

    /** Long after a reduction, the rate is above the one that was throttled. */
    @Test
    void letsAsManyWaitAsTheGrownRateAdmits() {
        paceAt(100);
        for (int i = 0; i < 800; i++) {
            pass(10);
            lane.begin(now, 0);
        }
        arrive(1_000, 2 * SECOND);
        assertThat(pace.waiting()).isBetween(300, 410);
    }

    @Test
    void countsTheAttemptThatEndsPacing() {
        paceAt(100);
        pass(20_000);
        attempts(41, 10);
        throttled(NO_HINT);
        throttled(NO_HINT);
        assertThat(lane.pacing(now)).isEmpty();
    }

    @Test
    void doesNotCountTurnsThatAreGivenBack() {
        paceAt(100);
        pass(1_000);
        for (int i = 0; i < 50; i++) {
            Turn turn = lane.begin(now, 0);
            assertThat(turn.poll(now)).isEqualTo(BEGUN);
            if (i % 2 == 0) {
                turn.giveBack();
            }
            pass(20);
        }
        lane.throttled(now, now - MILLI, NO_HINT);
        assertThat(rate()).isCloseTo(0.7 * 25, within(1.0));
    }

    /** At a steady demand, the rate grows until it is twice the demand, and then pacing is no longer needed. */
    @Test
    void endsTenSecondsAfterTheRateHasReachedTwiceTheDemand() {
        paceAt(100);
        double highest = 0;
        int seconds = 0;
        while (lane.pacing(now).isPresent() && seconds < 60) {
            highest = Math.max(highest, rate());
            for (int i = 0; i < 100; i++) {
                pass(10);
                lane.begin(now, 0);
            }
            seconds++;
        }
        assertThat(highest).isCloseTo(200, within(5.0));
        assertThat(seconds).isBetween(19, 23);
    }

    @Test
    void takesWaitingAttemptsForDemand() {
        paceAt(100);
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            turns.addAll(arrive(2, Long.MAX_VALUE));
            pass(1_000);
        }
        turns.forEach(Turn::leave);
        assertThat(lane.pacing(now)).isPresent();
        pass(10_000);
        assertThat(lane.pacing(now)).isEmpty();
    }

    private List<Long> finish(List<Turn> turns) {
        List<Long> begins = new ArrayList<>();
        for (Turn turn : turns) {
            while (turn.poll(now) == WAITING) {
                assertThat(turn.delay()).isNotEqualTo(Turn.UNTIL_SIGNAL);
                now += turn.delay().toNanos();
            }
            begins.add(turn.state == BEGUN ? now - Long.MIN_VALUE : -1L);
        }
        return begins;
    }

    private List<Turn> arrive(int count, long timeLeft) {
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(lane.begin(now, timeLeft));
        }
        return turns;
    }

    @Test
    void aPollAfterTheDeadlineIsTooLate() {
        paceAt(10);
        var before = lane.begin(now, Long.MAX_VALUE);
        pass(143);
        assertThat(before.poll(now)).isEqualTo(BEGUN);
        var turn = lane.begin(now, 150 * MILLI);
        pass(160);
        assertThat(turn.poll(now)).isEqualTo(LATE);
    }

    /** For example, its stack was full just when it should have left the queue. */
    @Test
    void attemptsBehindAWaiterThatIsGoneBegin() {
        paceAt(100);
        lane.begin(now, Long.MAX_VALUE);
        var behind = lane.begin(now, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        behind.onSignal(signals::incrementAndGet);
        assertThat(behind.poll(now)).isEqualTo(WAITING);
        pass(1_500);
        lane.begin(now, 0);
        pass(500);
        lane.begin(now, 0);
        assertThat(signals).hasValue(0);
        pass(500);
        lane.begin(now, 0);
        assertThat(signals).hasValue(1);
        assertThat(behind.poll(now)).isEqualTo(BEGUN);
    }

    /** An error that breaks off one waiter often breaks off others too. */
    @Test
    void manyWaitersThatAreGoneDoNotHoldUpOthersForLong() {
        paceAt(100);
        for (int i = 0; i < 40; i++) {
            lane.begin(now, Long.MAX_VALUE);
        }
        var behind = lane.begin(now, Long.MAX_VALUE);
        behind.onSignal(() -> {});
        pass(2_000);
        for (int i = 0; i < 70 && behind.poll(now) == WAITING; i++) {
            lane.begin(now, 0);
            pass(50);
        }
        assertThat(behind.poll(now)).isEqualTo(BEGUN);
    }

    @Test
    void aWaiterThatWasLateOnceIsWokenAgainBeforeItsTurnIsRemoved() {
        paceAt(100);
        var turn = lane.begin(now, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        turn.onSignal(signals::incrementAndGet);
        pass(1_500);
        lane.begin(now, 0);
        throttled(Duration.ofSeconds(30));
        assertThat(turn.poll(now)).isEqualTo(WAITING);
        pass(33_000);
        lane.begin(now, 0);
        assertThat(signals).hasValue(2);
        assertThat(turn.poll(now)).isEqualTo(BEGUN);
    }

    @Test
    void attemptsOfAForgottenKeyAreNotHeldUpEither() {
        lane = pace.lane("ann");
        paceAt(100);
        lane.begin(now, Long.MAX_VALUE);
        var behind = lane.begin(now, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        behind.onSignal(signals::incrementAndGet);
        pace.forget("ann");
        pass(2_000);
        pace.pacing(now);
        pass(1_000);
        pace.pacing(now);
        assertThat(signals).hasValue(1);
    }

    @Test
    void aWaiterThatMissedItsSignalIsWokenAgain() {
        paceAt(100);
        var turn = lane.begin(now, Long.MAX_VALUE);
        var signals = new AtomicInteger();
        turn.onSignal(signals::incrementAndGet);
        pass(900);
        lane.begin(now, 0);
        assertThat(signals).hasValue(0);
        pass(600);
        lane.begin(now, 0);
        lane.begin(now, 0);
        assertThat(signals).hasValue(1);
        assertThat(turn.poll(now)).isEqualTo(BEGUN);
    }

    @Test
    void anObservationAlsoFindsAWaiterThatIsGone() {
        paceAt(100);
        var signals = new AtomicInteger();
        lane.begin(now, Long.MAX_VALUE).onSignal(signals::incrementAndGet);
        pass(2_000);
        assertThat(lane.pacing(now).orElseThrow().waiting()).isOne();
        assertThat(signals).hasValue(1);
        pass(1_000);
        assertThat(lane.pacing(now).orElseThrow().waiting()).isZero();
    }

    private void paceAt(int measured) {
        attempts(measured, 1_000 / measured);
        throttledShare(measured);
    }

    private void attempts(int count, long everyMillis) {
        for (int i = 0; i < count; i++) {
            assertThat(lane.begin(now, 0).poll(now)).isEqualTo(BEGUN);
            pass(everyMillis);
        }
    }

    private void throttledShare(int attempts) {
        for (int i = 0; i < Math.max(2, attempts / 20); i++) {
            throttled(NO_HINT);
        }
    }

    private void throttled(Duration retryAfter) {
        lane.throttled(now, now - 10 * MILLI, retryAfter);
    }

    private void pass(long millis) {
        now += millis * MILLI;
    }

    private double rate() {
        return lane.pacing(now).orElseThrow().rate();
    }
}
