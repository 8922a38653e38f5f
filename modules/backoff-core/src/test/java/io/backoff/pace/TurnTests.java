package io.backoff.pace;

import static io.backoff.pace.Turn.State.BEGUN;
import static io.backoff.pace.Turn.State.LATE;
import static io.backoff.pace.Turn.State.LEFT;
import static io.backoff.pace.Turn.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.backoff.pace.Turn.State;
import io.backoff.policy.Threads;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnTests {

    private final FakeTime time = new FakeTime();
    private final Pace pace = Pace.adaptive("crm", 0, Duration.ofSeconds(30), time.nanoTime());
    private final Lane lane = pace.lane(null);

    @BeforeEach
    void paceAtTen() {
        for (int i = 0; i < 10; i++) {
            lane.begin(time.nanoTime(), 0);
            time.advance(Duration.ofMillis(100));
        }
        lane.throttled(time.nanoTime(), time.nanoTime(), Duration.ZERO);
        lane.throttled(time.nanoTime(), time.nanoTime(), Duration.ZERO);
    }

    @Test
    void sleepsUntilItsTurn() throws InterruptedException {
        var turn = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        assertThat(turn.await(time::nanoTime, time::sleep)).isEqualTo(BEGUN);
        assertThat(time.waits()).hasSize(1).allMatch(wait -> wait.toMillis() == 142);
    }

    @Test
    void doesNotSleepIfItsTurnWouldComeTooLate() throws InterruptedException {
        var turn = lane.begin(time.nanoTime(), 100_000_000);
        assertThat(turn.await(time::nanoTime, time::sleep)).isEqualTo(LATE);
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void sleepsAgainIfItWokeEarly() throws InterruptedException {
        var turn = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        assertThat(turn.await(
                        time::nanoTime, delay -> time.sleep(delay.dividedBy(2).plusNanos(1))))
                .isEqualTo(BEGUN);
        assertThat(time.waits()).hasSizeGreaterThan(5);
    }

    @Test
    void leavesTheQueueWhenInterrupted() {
        var turn = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> turn.await(time::nanoTime, time::sleep)).isInstanceOf(InterruptedException.class);
        assertThat(turn.poll(time.nanoTime())).isEqualTo(LEFT);
        assertThat(pace.waiting()).isZero();
    }

    @Test
    void leavesTheQueueWhenItsPauseFails() {
        var turn = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        assertThatThrownBy(() -> turn.await(time::nanoTime, delay -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(pace.waiting()).isZero();
    }

    @Test
    void endsWhenItsPauseLeaves() throws InterruptedException {
        var turn = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        assertThat(turn.await(time::nanoTime, delay -> turn.leave())).isEqualTo(LEFT);
    }

    @Test
    void wakesBehindOthersWhenItIsFirst() throws Exception {
        var ahead = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var behind = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var end = waiting(behind);
        assertThat(end).isNotDone();
        ahead.leave();
        assertThat(end.get()).isEqualTo(BEGUN);
    }

    @Test
    void wakesBehindOthersWhenAllWaitsEnd() throws Exception {
        lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var end = waiting(lane.begin(time.nanoTime(), Long.MAX_VALUE));
        pace.leaveAll();
        assertThat(end.get()).isEqualTo(LEFT);
    }

    @Test
    void wakesBehindOthersWhenInterrupted() throws Exception {
        var ahead = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var behind = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var interrupted = new CountDownLatch(1);
        var thread = new Thread(() -> {
            try {
                behind.await(time::nanoTime, time::sleep);
            } catch (InterruptedException expected) {
                interrupted.countDown();
            }
        });
        thread.start();
        await().until(() -> isParked(thread));
        thread.interrupt();
        interrupted.await();
        assertThat(pace.waiting()).isEqualTo(1);
        ahead.leave();
    }

    @Test
    @Timeout(30)
    void endsBehindOthersAtItsDeadline() throws Exception {
        var ahead = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        var end = waiting(lane.begin(time.nanoTime(), Duration.ofMillis(300).toNanos()));
        time.advance(Duration.ofMillis(300));
        assertThat(end.get()).isEqualTo(LATE);
        assertThat(ahead.state()).isEqualTo(WAITING);
        assertThat(pace.waiting()).isEqualTo(1);
    }

    @Test
    void servesManyThreads() throws Exception {
        var begun = new AtomicInteger();
        Threads.run(32, thread -> {
            for (int i = 0; i < 200; i++) {
                begun.addAndGet(begins() == BEGUN ? 1 : 0);
            }
        });
        assertThat(begun).hasValue(6_400);
        assertThat(pace.waiting()).isZero();
    }

    private State begins() {
        try {
            return lane.begin(time.nanoTime(), Long.MAX_VALUE).await(time::nanoTime, time::sleep);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private CompletableFuture<State> waiting(Turn turn) {
        var end = new CompletableFuture<State>();
        var thread = new Thread(() -> {
            try {
                end.complete(turn.await(time::nanoTime, time::sleep));
            } catch (InterruptedException unexpected) {
                end.completeExceptionally(unexpected);
            }
        });
        thread.start();
        await().until(() -> isParked(thread));
        return end;
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }
}
