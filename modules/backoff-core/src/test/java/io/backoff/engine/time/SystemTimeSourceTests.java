package io.backoff.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SystemTimeSourceTests {

    private final Shutdown shutdown = new Shutdown();
    private final SystemTimeSource time = new SystemTimeSource(shutdown, Runnable::run);

    @AfterEach
    void close() {
        time.close();
    }

    @Test
    void readsTheClocksOfTheSystem() {
        Instant before = Instant.now();
        assertThat(time.instant()).isBetween(before, before.plusSeconds(60));
        assertThat(time.random().nextLong()).isNotEqualTo(time.random().nextLong());
    }

    @Test
    void sleepsForTheWholeTime() throws Exception {
        long start = time.nanoTime();
        time.sleep(Duration.ofMillis(2));
        assertThat(time.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
    }

    @ParameterizedTest
    @EnumSource
    void runsWhatWaitsWhenItIsClosedAndAcceptsNothingThereafter(Purpose purpose) {
        var ran = new AtomicInteger();
        time.schedule(ran::incrementAndGet, Duration.ofHours(1), purpose);
        time.close();
        assertThat(ran).hasValue(1);
        assertThat(shutdown.underWay()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> time.schedule(ran::incrementAndGet, Duration.ofHours(1), purpose));
        assertThat(ran).hasValue(1);
    }

    /** Otherwise an application with a call in a delay would not end. */
    @Test
    void retriesKeepNoVirtualMachineAlive() {
        assertThat(new RetryThread(() -> {}, "retry").isDaemon()).isTrue();
    }
}
