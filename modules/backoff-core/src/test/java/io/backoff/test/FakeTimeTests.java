package io.backoff.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FakeTimeTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeTime time = new FakeTime();

    @Test
    void movesBothClocksWhenSomethingSleeps() throws Exception {
        var before = time.instant();
        time.sleep(SECOND);
        assertThat(time.nanoTime()).isEqualTo(SECOND.toNanos());
        assertThat(Duration.between(before, time.instant())).isEqualTo(SECOND);
        assertThat(time.waits()).containsExactly(SECOND);
    }

    @Test
    void doesNotTakeATestsOwnTimeForAWait() {
        time.advance(SECOND);
        assertThat(time.nanoTime()).isEqualTo(SECOND.toNanos());
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void forgetsItsWaitsAndKeepsItsTime() throws Exception {
        time.sleep(SECOND);
        time.clear();
        assertThat(time.waits()).isEmpty();
        assertThat(time.nanoTime()).isEqualTo(SECOND.toNanos());
    }

    @Test
    void doesNotLetAnInterruptedThreadSleep() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> time.sleep(SECOND));
        assertThat(time.waits()).isEmpty();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void sleepsForAges() throws Exception {
        time.sleep(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @Test
    void runsScheduledTasksImmediately() {
        List<Long> ran = new ArrayList<>();
        time.schedule(() -> ran.add(time.nanoTime()), SECOND, Purpose.DELAY);
        assertThat(ran).containsExactly(SECOND.toNanos());
    }

    @Test
    void schedulesFromATaskWithoutGrowingTheStack() {
        List<Integer> depths = new ArrayList<>();
        time.schedule(new Rescheduling(100_000, depths), SECOND, Purpose.DELAY);
        assertThat(depths.get(99_999)).isEqualTo(depths.get(1));
        assertThat(time.nanoTime()).isEqualTo(SECOND.toNanos() * 100_000);
    }

    @Test
    void doesNotRunACancelledTask() {
        List<String> ran = new ArrayList<>();
        time.schedule(
                () -> time.schedule(() -> ran.add("never"), SECOND, Purpose.DELAY)
                        .cancel(),
                SECOND,
                Purpose.DELAY);
        assertThat(ran).isEmpty();
        assertThat(time.waits()).containsExactly(SECOND);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DELAY")
    void doesNotHurryTowardsWhatNobodyWaitsFor(Purpose purpose) throws Exception {
        List<String> ran = new ArrayList<>();
        time.schedule(() -> ran.add("in time"), SECOND, purpose);
        Scheduled cancelled = time.schedule(() -> ran.add("never"), SECOND, purpose);
        time.sleep(SECOND.multipliedBy(2));
        assertThat(ran).isEmpty();
        cancelled.cancel();
        time.advance(Duration.ZERO);
        assertThat(ran).containsExactly("in time");
        assertThat(time.waits()).containsExactly(SECOND.multipliedBy(2));
    }

    @Test
    void drawsTheSameNumbersInEveryRun() {
        assertThat(time.random().nextLong()).isEqualTo(new FakeTime().random().nextLong());
        assertThat(new FakeTime(1).random().nextLong())
                .isNotEqualTo(new FakeTime(2).random().nextLong());
    }

    private final class Rescheduling implements Runnable {

        private final int times;
        private final List<Integer> depths;

        Rescheduling(int times, List<Integer> depths) {
            this.times = times;
            this.depths = depths;
        }

        @Override
        public void run() {
            depths.add(new Throwable().getStackTrace().length);
            if (depths.size() < times) {
                time.schedule(this, SECOND, Purpose.DELAY);
            }
        }
    }
}
