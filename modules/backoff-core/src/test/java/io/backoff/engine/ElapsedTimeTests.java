package io.backoff.engine;

import static io.backoff.engine.Calls.DELAY;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.RetryAfter;
import io.backoff.classify.Busy;
import io.backoff.delay.Bounds;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.RetryAfterSpread;
import io.backoff.engine.execution.Call;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time that a call waits, and {@code max-elapsed}. */
class ElapsedTimeTests {

    private static final int CLIENTS = 10_000;

    private final Calls calls = new Calls();
    private final Random random = new Random(7);

    @Test
    void countsTheFirstAttempt() {
        calls.maxElapsed = DELAY.multipliedBy(2);
        catchThrowable(() -> calls.run(new Script(new IOException()).taking(DELAY.plusNanos(1), calls)));
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    @Test
    void startsAnAttemptAtTheVeryEnd() {
        calls.maxElapsed = DELAY.multipliedBy(2);
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.time.waits()).containsExactly(DELAY, DELAY);
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    /** A classifier may fetch what it needs to know. No token is spent on a retry that cannot happen. */
    @Test
    void countsTheTimeOfAClassifier() {
        calls.maxElapsed = DELAY.multipliedBy(2);
        calls.classifiers.add(failure -> {
            calls.time.advance(DELAY.plusNanos(1));
            return null;
        });
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    @Test
    void startsNoAttemptWhenASleepTookTooLong() {
        calls.maxElapsed = DELAY.plusMillis(1);
        calls.clock = new HookedTime(calls.time, () -> calls.time.advance(DELAY));
        var script = new Script(new IOException());
        catchThrowable(() -> calls.run(script));
        assertThat(script.attempts).isEqualTo(1);
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    @Test
    void standsStillInAQueueAfterTheDelay() {
        calls.maxElapsed = DELAY.multipliedBy(2);
        var meters = new RecordingMeters();
        calls.meters = meters;
        Call call = calls.guard().begin();
        call.failed(new IOException());
        long decided = calls.time.nanoTime();
        calls.time.advance(Duration.ofSeconds(44));
        call.waitedSince(decided, DELAY);
        assertThat(call.proceed().retry()).isTrue();
        assertThat(call.elapsed()).isEqualTo(DELAY);
        assertThat(call.failed(new IOException()).delay()).isEqualTo(DELAY);
        assertThat(meters.events).contains("waited " + DELAY.toNanos());
    }

    @Test
    void toleratesAClockThatStartsNearItsEnd() {
        calls.maxElapsed = DELAY.multipliedBy(10);
        calls.time.advance(Duration.ofNanos(Long.MAX_VALUE - 5));
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @ParameterizedTest(name = "a hint of {0} ms makes {1} ms")
    @CsvSource({"250, 250", "100, 100", "50, 100", "0, 100", "-1, 100"})
    void neverUndercutsAHint(long retryAfter, long waited) {
        catchThrowable(() -> calls.run(new Script(new Throttled(Duration.ofMillis(retryAfter)))));
        assertThat(calls.time.waits()).containsOnly(Duration.ofMillis(waited));
    }

    @Test
    void goesOnFromThePolicysOwnDelayAfterAHint() {
        calls.delay = Calls.growing(Growth.exponential(DELAY.toNanos(), 2));
        var hinted = new Throttled(Duration.ofSeconds(5));
        catchThrowable(() -> calls.run(new Script(hinted, new IOException())));
        assertThat(calls.time.waits()).containsExactly(Duration.ofSeconds(5), DELAY.multipliedBy(2));
    }

    @Test
    void endsImmediatelyWhenAHintReachesBeyondMaxElapsed() {
        calls.maxElapsed = Duration.ofSeconds(30);
        catchThrowable(() -> calls.run(new Script(new Throttled(Duration.ofSeconds(31)))));
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    @Test
    void doesNotSleepForNothing() {
        calls.delay = Delay.NONE;
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @Test
    void keepsFractionsOfAMillisecond() {
        calls.delay = Calls.constant(Duration.ofNanos(51_200));
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(calls.time.waits()).containsOnly(Duration.ofNanos(51_200));
    }

    @Test
    void handsThePreviousDelayToTheNext() {
        List<Long> previous = new ArrayList<>();
        calls.delay = new Delay() {
            @Override
            public long nanos(int wait, long previousNanos, RandomGenerator random) {
                previous.add(previousNanos);
                return wait;
            }

            @Override
            public Bounds bounds(int wait) {
                return new Bounds(wait, wait, wait);
            }
        };
        catchThrowable(() -> calls.run(new Script(new IOException())));
        assertThat(previous).containsExactly(0L, 1L);
    }

    @Test
    void waitsBeforeTheFirstAttemptWhenAsked() throws Throwable {
        calls.waitFirst = true;
        calls.delay = Calls.growing(Growth.linear(DELAY.toNanos(), DELAY.toNanos()));
        calls.run(new Script(new IOException(), "ok"));
        assertThat(calls.time.waits()).containsExactly(DELAY, DELAY.multipliedBy(2));
    }

    @Test
    void startsTheFirstAttemptWithinMaxElapsed() throws Throwable {
        calls.waitFirst = true;
        calls.maxElapsed = DELAY.dividedBy(2);
        calls.run(new Script("ok"));
        assertThat(calls.time.waits()).containsExactly(DELAY.dividedBy(2));
    }

    @Test
    void metersRetriesAndWhatWasWaited() throws Throwable {
        var meters = new RecordingMeters();
        calls.meters = meters;
        calls.run(new Script(new IOException(), new TimeoutException(), "ok"));
        assertThat(meters.events)
                .containsExactly(
                        "waited 100000000", "retried io", "waited 100000000", "retried timeout", "ended recovered 3");
    }

    /**
     * Random delays, Retry-After delays, spreads and limits. No attempt comes before the Retry-After, or later than its spread allows. The spread never costs a call an attempt for which the plain Retry-After leaves time.
     */
    @Test
    void noAttemptComesBeforeTheHint() throws Throwable {
        for (int i = 0; i < 2_000; i++) {
            Calls calls = new Calls();
            long own = random.nextLong(1, 10_000);
            long hint = random.nextLong(1, 10_000);
            long limit = random.nextLong(1, 20_000);
            double share = random.nextDouble();
            calls.delay = Calls.constant(Duration.ofMillis(own));
            calls.retryAfterSpread = new RetryAfterSpread(share);
            calls.maxElapsed = Duration.ofMillis(limit);
            Outcome outcome = callTwice(calls, Duration.ofMillis(hint));
            if (Math.max(own, hint) > limit) {
                assertThat(outcome).isEqualTo(Outcome.ELAPSED);
                assertThat(calls.time.waits()).isEmpty();
            } else {
                long longest = (long) Math.max(own, Math.min(limit, hint * (1 + share) + 1));
                assertThat(outcome).isEqualTo(Outcome.RECOVERED);
                assertThat(calls.time.waits().get(0))
                        .isBetween(Duration.ofMillis(Math.max(own, hint)), Duration.ofMillis(longest));
            }
        }
    }

    /** Chi-squared of 10 000 seeded calls in 50 intervals: 49 degrees of freedom, 85.4 is passed once in a thousand. */
    @Test
    void theClientsOfOneHintReturnEvenlySpread() throws Throwable {
        Calls calls = new Calls();
        calls.delay = Calls.constant(Duration.ZERO);
        calls.retryAfterSpread = new RetryAfterSpread(0.5);
        for (int i = 0; i < CLIENTS; i++) {
            callTwice(calls, Duration.ofSeconds(5));
        }
        int[] returns = new int[50];
        for (Duration each : calls.time.waits()) {
            returns[(int) Math.min(49, (each.toMillis() - 5_000) / 50)]++;
        }
        double expected = CLIENTS / 50.0;
        assertThat(Arrays.stream(returns)
                        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                        .sum())
                .isLessThan(85.4);
    }

    /** Makes a call whose first attempt fails with the Retry-After. Returns its outcome. */
    private static Outcome callTwice(Calls calls, Duration hint) throws Throwable {
        Map<Outcome, Long> before = Map.copyOf(calls.outcomes());
        int[] attempts = new int[1];
        try {
            calls.run(() -> {
                if (attempts[0]++ == 0) {
                    throw new Busy(hint);
                }
                return "done";
            });
        } catch (Busy gaveUp) {
            assertThat(attempts).containsExactly(1);
        }
        return calls.outcomes().entrySet().stream()
                .filter(each -> !each.getValue().equals(before.get(each.getKey())))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static final class Throttled extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;
        private final transient Duration retryAfter;

        Throttled(Duration retryAfter) {
            this.retryAfter = retryAfter;
        }

        @Override
        public Duration retryAfter() {
            return retryAfter;
        }
    }
}
