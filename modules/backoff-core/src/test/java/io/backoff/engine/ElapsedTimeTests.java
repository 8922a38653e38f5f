package io.backoff.engine;

import static io.backoff.engine.Calls.DELAY;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.RetryAfter;
import io.backoff.delay.Bounds;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.engine.execution.Call;
import io.backoff.engine.stats.RecordingMeters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time that a call waits, and {@code max-elapsed}. */
class ElapsedTimeTests {

    private final Calls calls = new Calls();

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
