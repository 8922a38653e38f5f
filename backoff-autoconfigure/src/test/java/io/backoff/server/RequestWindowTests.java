package io.backoff.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestWindowTests {

    private final FakeTime time = new FakeTime();
    private final RequestWindow window = new RequestWindow(Duration.ofSeconds(10), time);

    @Test
    void beginsEmpty() {
        assertThat(window.counts()).isEqualTo(new RequestCounts(0, 0, 0));
        assertThat(window.counts().retryShare()).isZero();
        assertThat(window.counts().rejectionRatio()).isZero();
    }

    @Test
    void distinguishesRetriesFromFirstAttempts() {
        window.arrived(0);
        window.arrived(0);
        window.arrived(1);
        window.arrived(15);
        window.rejected();

        assertThat(window.counts()).isEqualTo(new RequestCounts(4, 2, 1));
    }

    @Test
    void totalsPutThreeAndMoreTogether() {
        for (int previous : new int[] {0, 1, 1, 2, 3, 4, 15}) {
            window.arrived(previous);
        }

        assertThat(List.of(window.total(0), window.total(1), window.total(2), window.total(3)))
                .containsExactly(1L, 2L, 1L, 3L);
    }

    @Test
    void forgetsASliceAsAWhole() {
        window.arrived(0);
        time.advance(Duration.ofMillis(999));
        window.arrived(1);
        time.advance(Duration.ofMillis(1));
        window.arrived(2);

        time.advance(Duration.ofMillis(8_999));
        assertThat(window.counts()).isEqualTo(new RequestCounts(3, 2, 0));
        time.advance(Duration.ofMillis(1));
        assertThat(window.counts()).isEqualTo(new RequestCounts(1, 1, 0));
        time.advance(Duration.ofSeconds(1));
        assertThat(window.counts()).isEqualTo(new RequestCounts(0, 0, 0));
    }

    @Test
    void rareRequestsDoNotStretchIt() {
        for (int i = 0; i < 60; i++) {
            window.arrived(0);
            assertThat(window.counts().requests()).isLessThanOrEqualTo(6);
            time.advance(Duration.ofMillis(1_900));
        }
    }

    @Test
    void totalsOutliveTheWindow() {
        window.arrived(1);
        time.advance(Duration.ofDays(365));

        assertThat(window.counts().requests()).isZero();
        assertThat(window.total(1)).isOne();
    }

    @Test
    void losesNothingBetweenThreads() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                for (int request = 0; request < 10_000; request++) {
                    window.arrived(request % 2);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }

        assertThat(window.counts()).isEqualTo(new RequestCounts(40_000, 20_000, 0));
    }

    @Test
    void mayBeShorterThanItHasSlicesOrLongerThanTheClockRuns() {
        for (Duration length : List.of(Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE))) {
            RequestWindow odd = new RequestWindow(length, time);
            odd.arrived(1);
            assertThat(odd.counts()).isEqualTo(new RequestCounts(1, 1, 0));
        }
    }
}
