package io.backoff.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.Shutdown;
import io.backoff.engine.StoppedTime;
import io.backoff.engine.TimeSource;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeaterTests {

    private static final Duration SOON = Duration.ofMillis(1);
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofMinutes(1);

    private final StoppedTime time = new StoppedTime();
    private final Watched task = new Watched();
    private final Repeater repeater = new Repeater(task, new Hooked());
    private final List<Runnable> hooks = new ArrayList<>();

    @Test
    void repeatsAnIntervalAfterTheEndOfARun() {
        FakeTime fake = new FakeTime();
        Runnable slow = () -> {
            task.run();
            fake.advance(FIRST);
        };
        Repeater minutely = Repeater.every(LATER, slow, Repeater.Schedule.inBackground(fake));
        minutely.start(LATER);
        fake.advance(LATER);
        fake.advance(LATER.minusNanos(1));
        assertThat(task.runs).isEqualTo(1);
        fake.advance(Duration.ofNanos(1));
        assertThat(task.runs).isEqualTo(2);
        minutely.close();
        fake.advance(LATER.multipliedBy(10));
        assertThat(task.runs).isEqualTo(2);
    }

    @Test
    void hurriesFromOneExpectedRunToTheNextUntilThereIsNoOther() {
        FakeTime fake = new FakeTime();
        task.most = 100_000;
        new Repeater(task, Repeater.Schedule.expected(fake)).start();
        assertThat(task.runs).isEqualTo(100_000);
        assertThat(task.ends).isEqualTo(1);
        assertThat(fake.waits()).hasSize(99_999).containsOnly(LATER);
    }

    /** For example, a lease expires unless it is renewed in time. */
    @Test
    void aRunWithThreadsOfItsOwnWaitsForNoThreadOfTheClock() {
        var unblocked = new CountDownLatch(1);
        var runs = new AtomicInteger();
        try (var blocked = new SystemTimeSource(new Shutdown(), blockedUntil(unblocked));
                Repeater frequent = Repeater.every(
                        SOON,
                        runs::incrementAndGet,
                        Repeater.Schedule.inBackground(blocked, ForkJoinPool.commonPool()))) {
            frequent.start(SOON);
            await().until(() -> runs.get() > 1);
        } finally {
            unblocked.countDown();
        }
    }

    /** Its runs may be slow, and would delay the timeouts of all calls on the thread of the timer. */
    @Test
    void aRunWithoutThreadsOfItsOwnNeedsAThreadOfTheClock() {
        List<Runnable> handedOver = Collections.synchronizedList(new ArrayList<>());
        try (var clock = new SystemTimeSource(new Shutdown(), handedOver::add);
                Repeater background = new Repeater(task, Repeater.Schedule.inBackground(clock))) {
            background.start(SOON);
            await().until(() -> !handedOver.isEmpty());
            assertThat(task.runs).isZero();
            handedOver.get(0).run();
            assertThat(task.runs).isEqualTo(1);
        }
    }

    private static ExecutorService blockedUntil(CountDownLatch unblocked) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> unblocked.await(20, TimeUnit.SECONDS));
        return pool;
    }

    @Test
    void goesOnAfterAFailure() {
        task.during = () -> {
            throw new IllegalStateException("down");
        };
        assertThatIllegalStateException().isThrownBy(repeater::start);
        assertThatIllegalStateException().isThrownBy(() -> time.delays.get(0).run());
        assertThat(task.runs).isEqualTo(2);
        assertThat(time.delays).hasSize(2);
    }

    @Test
    void saysWhatItDoes() {
        repeater.start(FIRST);
        assertThat(repeater.state()).isEqualTo(state(false, FIRST, OptionalLong.of(FIRST.toNanos())));
        task.during = () -> assertThat(repeater.state()).isEqualTo(state(true, FIRST, OptionalLong.empty()));
        time.delays.get(0).run();
        assertThat(task.runs).isEqualTo(1);
        assertThat(repeater.state()).isEqualTo(state(false, LATER, OptionalLong.of(LATER.toNanos())));
        repeater.stop();
        assertThat(repeater.state()).isEqualTo(state(false, LATER, OptionalLong.empty()));
    }

    @Test
    void stoppedDuringARunItEndsWithIt() {
        task.during = () -> {
            repeater.stop();
            assertThat(task.ends).isZero();
        };
        repeater.start();
        assertThat(task.ends).isEqualTo(1);
        assertThat(time.delays).isEmpty();
    }

    @Test
    void stoppedDuringADelayItMakesNoOtherRun() {
        repeater.start(FIRST);
        repeater.stop();
        assertThat(task.ends).isEqualTo(1);
        assertThat(time.delays.get(0).cancelled).isTrue();
        time.delays.get(0).run();
        assertThat(task.runs).isZero();
    }

    @Test
    void stoppedWhileADelayBeginsItMakesNoOtherRun() {
        hooks.add(repeater::stop);
        repeater.start(FIRST);
        assertThat(time.delays.get(0).cancelled).isTrue();
        time.delays.get(0).run();
        assertThat(task.runs).isZero();
    }

    @Test
    void startsAgainUnlessItIsClosed() {
        repeater.start(FIRST);
        repeater.start(FIRST);
        assertThat(time.delays).hasSize(1);
        repeater.stop();
        repeater.start(FIRST);
        time.delays.get(1).run();
        assertThat(task.runs).isEqualTo(1);
        assertThat(repeater.isClosed()).isFalse();
        repeater.close();
        repeater.start();
        repeater.start(FIRST);
        assertThat(repeater.isClosed()).isTrue();
        assertThat(task.runs).isEqualTo(1);
        assertThat(time.delays).hasSize(3);
    }

    @Test
    void startedAgainDuringARunItGoesOnAfterIt() {
        task.during = () -> {
            repeater.stop();
            repeater.start();
            repeater.stop();
            repeater.start(FIRST);
        };
        repeater.start();
        assertThat(task.runs).isEqualTo(1);
        assertThat(task.ends).isZero();
        assertThat(repeater.state().delay()).isEqualTo(LATER);
        assertThat(time.delays).hasSize(1);
    }

    @Test
    void resetDuringARunHasItWaitForTheFirstDelay() {
        task.during = () -> repeater.reset(task::startOver);
        repeater.start();
        assertThat(time.delays).hasSize(1);
        assertThat(repeater.state().delay()).isEqualTo(FIRST);
    }

    @Test
    void resetReplacesADelayThatEndsLater() {
        repeater.start();
        repeater.reset(task::startOver);
        assertThat(time.delays).extracting(each -> each.cancelled).containsExactly(true, false);
        time.delays.get(0).run();
        assertThat(task.runs).isEqualTo(1);
        time.delays.get(1).run();
        assertThat(task.runs).isEqualTo(2);
    }

    @Test
    void resetKeepsADelayThatEndsNoLater() {
        repeater.start(FIRST);
        repeater.reset(task::startOver);
        assertThat(time.delays).hasSize(1).noneMatch(each -> each.cancelled);
    }

    @Test
    void resetKeepsARunThatIsDueBeforeTheFirstDelayEnds() {
        FakeTime fake = new FakeTime();
        Repeater background = new Repeater(task, Repeater.Schedule.inBackground(fake));
        background.start(LATER);
        fake.advance(LATER.minus(FIRST.dividedBy(2)));
        background.reset(task::startOver);
        fake.advance(FIRST.dividedBy(2));
        assertThat(task.runs).isEqualTo(1);
    }

    @Test
    void resetWhileADelayBeginsReplacesIt() {
        hooks.add(() -> repeater.reset(task::startOver));
        repeater.start();
        assertThat(time.delays).hasSize(2);
        assertThat(repeater.state().delay()).isEqualTo(FIRST);
        // The inner one was scheduled first.
        assertThat(time.delays).extracting(each -> each.cancelled).containsExactly(false, true);
    }

    @Test
    void resetStartsNothing() {
        repeater.reset(task::startOver);
        repeater.start(FIRST);
        repeater.stop();
        repeater.reset(task::startOver);
        assertThat(time.delays).hasSize(1);
    }

    @Test
    void endsWhenNoOtherRunCanBeScheduled() {
        hooks.add(() -> {
            throw new RejectedExecutionException("stopped");
        });
        repeater.start();
        assertThat(task.rejections).isEqualTo(1);
        assertThat(task.ends).isEqualTo(1);
        assertThat(repeater.state().due()).isEmpty();
        repeater.start(FIRST);
        assertThat(time.delays).hasSize(1);
    }

    @Test
    void aRejectedDelayThatNobodyWaitsForEndsNothing() {
        hooks.add(() -> {
            repeater.stop();
            throw new RejectedExecutionException("stopped");
        });
        repeater.start(FIRST);
        assertThat(task.ends).as("by the stop").isEqualTo(1);
        assertThat(task.rejections).isZero();
    }

    @Test
    void aRejectedDelayThatWasReplacedEndsNothing() {
        hooks.add(() -> {
            repeater.reset(task::startOver);
            throw new RejectedExecutionException("busy");
        });
        repeater.start(LATER);
        assertThat(task.ends).isZero();
        time.delays.get(0).run();
        assertThat(task.runs).isEqualTo(1);
    }

    private static Repeater.State state(boolean running, Duration delay, OptionalLong due) {
        return new Repeater.State(running, delay, due);
    }

    /** A time source that runs a hook when a delay begins. */
    private final class Hooked implements Repeater.Schedule {

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public TimeSource.Scheduled schedule(Runnable run, Duration delay) {
            if (!hooks.isEmpty()) {
                hooks.remove(0).run();
            }
            return time.schedule(run, delay, TimeSource.Purpose.DELAY);
        }
    }

    private static final class Watched implements Repeater.Task {

        int runs;
        int ends;
        int rejections;
        int most = Integer.MAX_VALUE;
        Duration delay = LATER;
        Runnable during = () -> {};

        void startOver() {
            delay = FIRST;
        }

        @Override
        public void run() {
            runs++;
            during.run();
        }

        @Override
        public Optional<Duration> next() {
            Duration next = delay;
            delay = LATER;
            return runs < most ? Optional.of(next) : Optional.empty();
        }

        @Override
        public void rejected(RejectedExecutionException failure) {
            rejections++;
        }

        @Override
        public void ended() {
            ends++;
        }
    }
}
