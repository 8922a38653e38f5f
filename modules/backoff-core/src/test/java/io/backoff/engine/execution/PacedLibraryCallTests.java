package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.engine.ForwardedTime;
import io.backoff.engine.PacedException;
import io.backoff.engine.RetryDecision;
import io.backoff.pace.Pace;
import io.backoff.pace.Turn;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that another library retries, under a policy with a pace. */
class PacedLibraryCallTests {

    /** The time between two turns at 7 per second. */
    private static final Duration PERIOD = Duration.ofNanos(142_857_143);

    private final RetriedCalls calls = new RetriedCalls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final IOException failure = new IOException("down");

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @Test
    void governedAttemptsWaitForTheirTurn() throws Throwable {
        paceAtSeven();
        AdoptedExecution call = calls.governed();
        assertThat(calls.retry(call, () -> succeedAt(2))).isEqualTo("done");
        assertThat(calls.time.waits()).hasSize(2).startsWith(PERIOD);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
    }

    @Test
    void observedAttemptsDoNotWaitAndReportNothing() throws Throwable {
        paceAtSeven();
        long throttled = throttled();
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        assertThat(calls.retry(calls.observed(), () -> succeedAt(2))).isEqualTo("done");
        assertThat(calls.time.waits()).isEmpty();
        assertThat(throttled()).isEqualTo(throttled);
    }

    @Test
    void aThrottledCallInsideOfARetryIsReportedOnce() {
        pacesForTwoThrottledAttempts();
        assertThat(catchThrowable(() -> calls.retry(calls.governed(), 2, () -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IOException("down");
                    }
                    catchThrowable(() -> calls.own(this::fail));
                    return fail();
                })))
                .isSameAs(failure);
        assertThat(calls.pace.rate(calls.time.nanoTime())).isNaN();
    }

    @Test
    void waitsForTheHintAndThenForItsTurn() throws Throwable {
        paceAtSeven();
        calls.classifiers.add(thrown -> Verdict.retryAfter(RetryCause.IO, Duration.ofSeconds(1)));
        calls.retry(calls.governed(), () -> succeedAt(2));
        // The library has waited for a tenth of the Retry-After.
        assertThat(calls.time.waits()).startsWith(PERIOD, Duration.ofMillis(900));
    }

    @Test
    void endsWithoutAnAttemptIfItsTurnComesTooLate() {
        paceAtSeven();
        calls.maxElapsed = PERIOD.minusNanos(1);
        AdoptedExecution call = calls.governed();
        assertThatThrownBy(() -> calls.retry(call, () -> succeedAt(1))).isInstanceOf(PacedException.class);
        assertThat(attempts).hasValue(0);
        assertThat(calls.time.waits()).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ELAPSED, 1L));
    }

    @Test
    void endsWithTheLastFailureIfTheTurnOfItsRetryComesTooLate() {
        paceAtSeven();
        // Time for the first turn and the delay of the library, and 1 ms of the 43 ms until the next turn.
        calls.maxElapsed = PERIOD.plus(RetriedCalls.DELAY).plusMillis(1);
        AdoptedExecution call = calls.governed();
        assertThatThrownBy(() -> calls.retry(call, () -> succeedAt(9))).isSameAs(failure);
        assertThat(attempts).hasValue(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ELAPSED, 1L));
    }

    @Test
    void aResultFromElsewhereEndsTheWait() {
        paceAtSeven();
        AdoptedExecution call = calls.governed();
        call.next();
        Turn turn = call.turn();
        assertThat(calls.pace.waiting()).isOne();
        call.over(null);
        assertThat(calls.pace.waiting()).isZero();
        assertThat(call.isAdmitted(turn)).isFalse();
    }

    @Test
    void aCancellationBeforeTheFirstAttemptIsReportedAsNone() {
        AdoptedExecution call = calls.governed();
        call.next();
        call.cancelled();
        assertThat(calls.decisions.decisions())
                .singleElement()
                .extracting(RetryDecision::attempt)
                .isEqualTo(0);
    }

    @Test
    void aCancellationWhileATurnIsRequestedEndsTheWaitToo() {
        paceAtSeven();
        AtomicReference<Runnable> hook = new AtomicReference<>(() -> {});
        calls.clock = new ForwardedTime(calls.time) {
            @Override
            public long nanoTime() {
                hook.getAndSet(() -> {}).run();
                return super.nanoTime();
            }
        };
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, () -> succeedAt(9)));
        call.next();
        hook.set(call::cancelled);
        call.turn();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ABORTED, 1L));
        assertThat(calls.pace.waiting()).isZero();
    }

    @Test
    void onlyGovernedAttemptsUnderAPaceMayHaveToWait() {
        assertThat(calls.governed().isPaced()).isFalse();
        paceAtSeven();
        assertThat(calls.governed().isPaced()).isTrue();
        assertThat(calls.observed().isPaced()).isFalse();
    }

    @Test
    void aThrottledSubscriptionBeganWithTheSubscription() throws Throwable {
        paceAtSeven();
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        AdoptedExecution call = calls.governed();
        calls.attempt(call, () -> "not subscribed to yet");
        // A reduction after the attempt, and before the subscription.
        calls.time.advance(Duration.ofSeconds(1));
        long now = calls.time.nanoTime();
        calls.pace.lane(null).throttled(now, now, Duration.ZERO);
        double reduced = calls.pace.rate(now);
        calls.time.advance(Duration.ofMillis(1));
        call.subscribed();
        call.attemptFailed(failure);
        assertThat(calls.pace.rate(calls.time.nanoTime())).isLessThan(reduced);
    }

    @Test
    void theDeadlineOfTheCallerPassesBeforeASubscriptionToo() throws Throwable {
        calls.time.advance(Duration.ofSeconds(5));
        calls.maxElapsed = Duration.ofSeconds(1);
        AtomicReference<AdoptedExecution> inner = new AtomicReference<>();
        calls.own(() -> {
            AdoptedExecution call = calls.governed();
            inner.set(call);
            calls.attempt(call, () -> "not subscribed to yet");
            calls.time.advance(Duration.ofMillis(400));
            call.subscribed();
            return "done";
        });
        assertThat(inner.get().call().elapsed()).isZero();
        assertThat(inner.get().call().remaining()).contains(Duration.ofMillis(600));
    }

    @Test
    void attemptsAfterACancellationWaitForTheirTurnToo() throws Throwable {
        AdoptedExecution call = cancelledAfterAnAttempt();
        assertThat(calls.attempt(call, () -> succeedAt(2))).isEqualTo("done");
        assertThat(calls.time.waits()).hasSize(2).startsWith(PERIOD);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ABORTED, 1L));
    }

    @Test
    void asynchronousAttemptsAfterACancellationWaitForTheirTurnToo() {
        AdoptedExecution call = cancelledAfterAnAttempt();
        call.next();
        assertThat(call.turn().state()).isEqualTo(Turn.State.WAITING);
    }

    @Test
    void throttledAttemptsAfterACancellationAreReported() {
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        AdoptedExecution call = cancelledAfterAnAttempt();
        long before = throttled();
        catchThrowable(() -> calls.attempt(call, () -> succeedAt(9)));
        assertThat(throttled()).isEqualTo(before + 1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ABORTED, 1L));
    }

    @Test
    void anInterruptAfterACancellationPreventsTheAttempt() {
        AdoptedExecution call = cancelledAfterAnAttempt();
        int decisions = calls.decisions.decisions().size();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> calls.attempt(call, () -> succeedAt(9))).isSameAs(failure);
        assertThat(attempts).hasValue(1);
        assertThat(calls.decisions.decisions()).hasSize(decisions);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ABORTED, 1L));
    }

    @Test
    void anInterruptBeforeTheFirstAttemptCancelsTheCall() {
        paceAtSeven();
        AdoptedExecution call = calls.governed();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> calls.attempt(call, () -> succeedAt(1))).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(attempts).hasValue(0);
        assertThat(calls.pace.waiting()).isZero();
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.ABORTED, 1L));
    }

    @Test
    void throttledAttemptsAreReportedWhenTheyEnd() {
        calls.pace = Pace.adaptive("adopted", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        catchThrowable(() -> calls.retry(calls.governed(), 2, () -> succeedAt(9)));
        assertThat(throttled()).isEqualTo(2);
    }

    @Test
    void aRedeliveryDoesNotReportTheThrottledAttemptOfThePreviousDeliveryAgain() throws Throwable {
        calls.pace = Pace.adaptive("adopted", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        AdoptedExecution first = calls.governed();
        first.begin();
        first.attemptFailed(failure);
        first.over(failure);
        AdoptedExecution second = calls.governed();
        second.continues(1, failure);
        assertThat(second.next()).isNotNull();
        assertThat(calls.pace.pacing(calls.time.nanoTime())).isEmpty();
    }

    private void pacesForTwoThrottledAttempts() {
        calls.pace = Pace.adaptive("crm", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        calls.classifiers.add(thrown -> thrown == failure ? Verdict.retry(RetryCause.THROTTLED) : null);
    }

    private Object fail() throws IOException {
        throw failure;
    }

    private void paceAtSeven() {
        calls.pace = Pace.adaptive("adopted", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        Calls.throttle(calls.pace.lane(null), calls.time);
    }

    private AdoptedExecution cancelledAfterAnAttempt() {
        paceAtSeven();
        AdoptedExecution call = calls.governed();
        catchThrowable(() -> calls.attempt(call, () -> succeedAt(2)));
        call.cancelled();
        return call;
    }

    private long throttled() {
        return calls.pace.pacing(calls.time.nanoTime()).get(null).throttled();
    }

    private String succeedAt(int attempt) throws IOException {
        if (attempts.incrementAndGet() < attempt) {
            throw failure;
        }
        return "done";
    }
}
