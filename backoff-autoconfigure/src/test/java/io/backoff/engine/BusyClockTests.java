package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BusyClockTests {

    private static final int MANY = 1_100_000;
    private static final Duration LONG = Duration.ofSeconds(60);
    // Of times that the clock takes as a sample.
    private static final long SAMPLED = 1L << 20;

    private final AtomicLong time = new AtomicLong(SAMPLED);
    private final BusyClock clock = BusyClock.of(time::get);

    @Test
    void isExactForFewCalls() {
        for (int i = 1; i < 1_000; i++) {
            time.set(i);
            assertThat(clock.beginOfCall()).isEqualTo(i);
        }
        assertThat(clock.isBusy()).isFalse();
    }

    @Test
    void isExactForManyCallsThatTakeTheirTime() {
        for (int i = 0; i < MANY / 10; i++) {
            clock.beginOfCall();
            time.addAndGet(SAMPLED);
        }
        assertThat(clock.isBusy()).isFalse();
    }

    @Test
    void isReadForAllWhileThereAreManyCalls() {
        keepCallingUntil(clock::isBusy);
        long before = clock.beginOfCall();
        time.addAndGet(12_345);
        keepCallingUntil(() -> clock.beginOfCall() != before);
        assertThat(clock.beginOfCall()).isEqualTo(before + 12_345);
    }

    @Test
    void isExactAgainWhenCallsPause() {
        keepCallingUntil(clock::isBusy);
        await().atMost(LONG).until(() -> !clock.isBusy());
        time.addAndGet(1);
        assertThat(clock.beginOfCall()).isEqualTo(time.get());
    }

    @Test
    void catchesUpMeanwhileAndAfterwards() {
        AtomicInteger meanwhile = new AtomicInteger();
        AtomicInteger afterwards = new AtomicInteger();
        clock.whileBusy(() -> (clock.isBusy() ? meanwhile : afterwards).incrementAndGet());
        keepCallingUntil(() -> meanwhile.get() > 1);
        await().atMost(LONG).until(() -> afterwards.get() > 0);
    }

    @Test
    void becomesBusyMoreThanOnce() {
        keepCallingUntil(clock::isBusy);
        await().atMost(LONG).until(() -> !clock.isBusy());
        keepCallingUntil(clock::isBusy);
    }

    private void keepCallingUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            clock.beginOfCall();
        }
    }
}
