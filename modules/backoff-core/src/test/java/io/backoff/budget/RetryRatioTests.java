package io.backoff.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.policy.Threads;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryRatioTests {

    private static final long SECOND = 1_000_000_000L;

    private final RetryRatio ratio = new RetryRatio();

    @Test
    void isZeroWithoutCalls() {
        assertThat(ratio.ratio(0)).isZero();
        ratio.retried(0);
        assertThat(ratio.ratio(0)).isZero();
    }

    @Test
    void isRetriesPerCall() {
        count(0, 10, 3);
        assertThat(ratio.ratio(0)).isEqualTo(0.3);
        count(30 * SECOND, 10, 27);
        assertThat(ratio.ratio(30 * SECOND)).isEqualTo(1.5);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, SECOND - 1, SECOND, -1, Long.MAX_VALUE - 5, Long.MIN_VALUE, 61 * SECOND, -5_000_000_000_000L
            })
    void forgetsAfterAMinuteWhereverTimeStarts(long start) {
        count(start, 10, 5);
        assertThat(ratio.ratio(start + 59 * SECOND - 1)).isEqualTo(0.5);
        assertThat(ratio.ratio(start + 60 * SECOND)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 61, 119, 120, 121, 3600, 1_000_000_000})
    void isZeroAfterAnIdleGap(long seconds) {
        count(0, 10, 5);
        assertThat(ratio.ratio(seconds * SECOND)).isZero();
        count(seconds * SECOND, 10, 1);
        assertThat(ratio.ratio(seconds * SECOND)).isEqualTo(0.1);
    }

    @Test
    void slidesSecondBySecond() {
        for (long second = 0; second < 60; second++) {
            count(second * SECOND, 1, second < 30 ? 1 : 0);
        }
        assertThat(ratio.ratio(59 * SECOND)).isEqualTo(0.5);
        for (long second = 60; second < 90; second++) {
            count(second * SECOND, 1, 0);
            assertThat(ratio.ratio(second * SECOND)).isEqualTo((89 - second) / 60.0, within(1e-12));
        }
    }

    @Test
    void edgesDoNotDrift() {
        for (long i = 0; i < 60; i++) {
            count(i * 1_900_000_000L, 1, i < 29 ? 1 : 0);
        }
        // Now is 112.1 s, the window begins at 53 s: the calls from 53.2 s (28) on are in it.
        assertThat(ratio.ratio(59 * 1_900_000_000L)).isEqualTo(1 / 32.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithAListOfEventsUnderARandomWalk(long seed) {
        var random = new Random(seed);
        var start = random.nextLong();
        var reference = new Reference();
        count(start, 1, 0);
        reference.add(0, 1, 0);
        for (long time = 0, step = 0; step < 5_000; step++) {
            time += (long) (Math.pow(10, random.nextDouble(11)) * (random.nextInt(100) == 0 ? 1 : 0.01));
            var calls = random.nextInt(3);
            var retries = random.nextInt(3);
            count(start + time, calls, retries);
            reference.add(time / SECOND, calls, retries);
            if (random.nextBoolean()) {
                assertThat(ratio.ratio(start + time)).isEqualTo(reference.ratio(time / SECOND));
            }
        }
    }

    @Test
    void losesNothingBetweenThreads() throws Exception {
        Threads.run(16, thread -> {
            for (long i = 0; i < 5_000; i++) {
                var now = i * SECOND / 1_000; // each thread crosses five edges
                ratio.called(now);
                if (i % 5 == 0) {
                    ratio.retried(now);
                    ratio.ratio(now);
                }
            }
        });
        assertThat(ratio.ratio(5 * SECOND)).isEqualTo(0.2);
        assertThat(ratio.ratio(66 * SECOND)).isZero();
    }

    private void count(long now, int calls, int retries) {
        for (int i = 0; i < calls; i++) {
            ratio.called(now);
        }
        for (int i = 0; i < retries; i++) {
            ratio.retried(now);
        }
    }

    private static final class Reference {

        private record Events(long second, int calls, int retries) {}

        private final ArrayDeque<Events> events = new ArrayDeque<>();

        void add(long second, int calls, int retries) {
            events.add(new Events(second, calls, retries));
        }

        double ratio(long second) {
            events.removeIf(event -> event.second <= second - 60);
            double calls = events.stream().mapToInt(Events::calls).sum();
            return calls > 0 ? events.stream().mapToInt(Events::retries).sum() / calls : 0;
        }
    }
}
