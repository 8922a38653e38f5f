package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.BrokenClock;
import io.backoff.engine.Calls;
import io.backoff.engine.ForwardedTime;
import io.backoff.pace.Lane;
import io.backoff.pace.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AwaitedFutureTests {

    private final Calls calls = new Calls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final CompletableFuture<String> attempt = new CompletableFuture<>();
    private Lane lane;
    private Turn front;

    @BeforeEach
    void pace() {
        calls.paceAtSeven();
        lane = calls.pace.lane(null);
        front = lane.begin(calls.time.nanoTime(), Long.MAX_VALUE);
    }

    @Test
    void beginsInItsTurnAndCompletesAsTheAttemptDoes() {
        CompletableFuture<String> future = start();
        assertThat(attempts).hasValue(0);
        front.leave();
        assertThat(attempts).hasValue(1);
        assertThat(future).isNotDone();
        attempt.complete("done");
        assertThat(future).isCompletedWithValue("done");
    }

    @Test
    void failsWithTheFailureOfTheAttempt() {
        CompletableFuture<String> future = start();
        front.leave();
        IOException failure = new IOException("down");
        attempt.completeExceptionally(failure);
        assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(failure);
    }

    @Test
    void failsIfTheAttemptCannotBegin() {
        IllegalStateException broken = new IllegalStateException("broken");
        List<String> bound = recordContext();
        CompletableFuture<String> future = AwaitedFuture.of(calls.guard().begin(), waiting(), () -> {
            throw broken;
        });
        front.leave();
        assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(broken);
        assertThat(bound).containsExactly("restored", "ended");
    }

    @Test
    void cancellingItLeavesTheQueue() {
        CompletableFuture<String> future = start();
        future.cancel(true);
        assertThat(lane.pace().waiting()).isEqualTo(1);
        front.leave();
        assertThat(attempts).hasValue(0);
    }

    @Test
    void cancellingItCancelsTheAttempt() {
        CompletableFuture<String> future = start();
        front.leave();
        future.cancel(true);
        assertThat(attempt).isCancelled();
    }

    @Test
    void completingItLeavesTheQueue() {
        start().complete("known");
        start().orTimeout(1, TimeUnit.NANOSECONDS);
        // The thread of the timeout completes the future before it signals.
        await().until(() -> lane.pace().waiting() == 1);
        front.leave();
        assertThat(attempts).hasValue(0);
    }

    @Test
    void completingItCancelsTheAttempt() {
        CompletableFuture<String> future = start();
        front.leave();
        future.complete("known");
        assertThat(attempt).isCancelled();
        assertThat(future).isCompletedWithValue("known");
    }

    @Test
    void completingItWhileTheAttemptBeginsCancelsTheAttempt() {
        AtomicReference<CompletableFuture<String>> future = new AtomicReference<>();
        future.set(AwaitedFuture.of(calls.guard().begin(), waiting(), () -> {
            future.get().complete("known");
            return attempt;
        }));
        front.leave();
        assertThat(attempt).isCancelled();
    }

    @Test
    void anAttemptThatHasBegunCannotLeaveTheQueue() {
        AwaitedTurn wait = new AwaitedTurn(calls.guard().begin(), waiting(), attempts::incrementAndGet);
        wait.begin();
        front.leave();
        assertThat(attempts).hasValue(1);
        assertThat(wait.cancel()).isFalse();
    }

    /** Nothing would wake it any more. */
    @Test
    void beginsAtOnceWhenTheApplicationHasStopped() {
        calls.clock = new ForwardedTime(calls.time) {
            @Override
            public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
                throw new RejectedExecutionException("stopped");
            }
        };
        start();
        front.leave();
        assertThat(attempts).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource
    void answersItsCallerAsAnyFuture(Function<CompletableFuture<String>, Object> use) {
        assertThat(use.apply(start())).isEqualTo(use.apply(new CompletableFuture<>()));
    }

    static List<Function<CompletableFuture<String>, Object>> answersItsCallerAsAnyFuture() {
        IllegalStateException failure = new IllegalStateException("failed");
        return List.of(
                future -> List.of(future.complete("first"), future.complete("second"), future.cancel(true)),
                future -> List.of(future.completeExceptionally(failure), future.completeExceptionally(failure)),
                future -> List.of(future.cancel(true), future.cancel(true), future.complete("late")),
                future -> future.completeAsync(() -> "later", Runnable::run) == future,
                future -> failureOf(future.completeAsync(() -> failWith(failure), Runnable::run)),
                future -> failureOf(future.completeAsync(
                        () -> failWith(new CompletionException("wrapped", failure)), Runnable::run)));
    }

    private static String failureOf(CompletableFuture<String> future) {
        return future.handle((value, thrown) -> String.valueOf(thrown)).join();
    }

    private static String failWith(RuntimeException failure) {
        throw failure;
    }

    @Test
    void beginsInTheContextOfTheCaller() {
        List<String> bound = recordContext();
        start();
        assertThat(bound).isEmpty();
        front.leave();
        assertThat(bound).containsExactly("restored", "ended");
    }

    @Test
    void leavesTheQueueIfTheClockIsBroken() {
        IllegalStateException broken = new IllegalStateException("broken");
        // The broken clock works while the call begins.
        calls.clock = new BrokenClock(calls.time, 1, broken);
        assertThatThrownBy(this::start).isSameAs(broken);
        assertThat(lane.pace().waiting()).isEqualTo(1);
    }

    private List<String> recordContext() {
        List<String> bound = new ArrayList<>();
        calls.context = () -> () -> {
            bound.add("restored");
            return () -> bound.add("ended");
        };
        return bound;
    }

    private CompletableFuture<String> start() {
        return AwaitedFuture.of(calls.guard().begin(), waiting(), () -> {
            attempts.incrementAndGet();
            return attempt;
        });
    }

    private Turn waiting() {
        return lane.begin(calls.time.nanoTime(), Long.MAX_VALUE);
    }
}
