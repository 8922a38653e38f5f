package io.backoff.reactor;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.engine.PacedException;
import io.backoff.pace.Pace;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class PacedReactiveTests {

    private static final Duration PERIOD = Duration.ofNanos(142_857_143);

    private final ReactorCalls calls = new ReactorCalls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final IOException failure = new IOException("down");

    @Test
    void aMonoWaitsForItsTurnBeforeEachAttempt() {
        paceAtSeven();
        assertThat(calls.mono(() -> attempt(2)).block()).isEqualTo("done");
        assertThat(calls.time.waits()).hasSize(3).startsWith(PERIOD, Duration.ofMillis(100));
        assertThat(calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
    }

    @Test
    void aFluxWaitsForItsTurnBeforeEachAttempt() {
        paceAtSeven();
        assertThat(calls.flux(() -> attempt(2).flux()).collectList().block()).containsExactly("done");
        assertThat(calls.time.waits()).hasSize(3).startsWith(PERIOD, Duration.ofMillis(100));
        assertThat(calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
    }

    @Test
    void aThrottledFluxIsReportedEvenAfterItsFirstElement() {
        paceAtSeven();
        calls.classifiers.add(thrown -> Verdict.retry(RetryCause.THROTTLED));
        long before = throttled();
        Flux<String> interrupted = Flux.just("first").concatWith(Mono.error(failure));
        assertThatThrownBy(() -> calls.flux(() -> interrupted).collectList().block())
                .satisfies(thrown -> assertThat(Exceptions.unwrap(thrown)).isSameAs(failure));
        assertThat(throttled()).isEqualTo(before + 1);
    }

    @Test
    void waitsFirstAndThenForItsTurn() {
        paceAtSeven();
        calls.waitFirst = true;
        calls.mono(() -> attempt(1)).block();
        assertThat(calls.time.waits()).hasSize(2).startsWith(Duration.ofMillis(100));
    }

    @Test
    void endsWithoutAnAttemptIfItsTurnComesTooLate() {
        paceAtSeven();
        calls.maxElapsed = PERIOD.minusNanos(1);
        assertThatThrownBy(() -> calls.mono(() -> attempt(1)).block())
                .satisfies(thrown -> assertThat(Exceptions.unwrap(thrown)).isInstanceOf(PacedException.class));
        assertThat(attempts).hasValue(0);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @Test
    void endsWithItsLastFailureIfTheTurnOfItsRetryComesTooLate() {
        paceAtSeven();
        calls.maxElapsed = PERIOD.plusMillis(101);
        assertThatThrownBy(() -> calls.mono(() -> attempt(9)).block())
                .satisfies(thrown -> assertThat(Exceptions.unwrap(thrown)).isSameAs(failure));
        assertThat(attempts).hasValue(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @Test
    void waitsWithoutAThreadAndLeavesTheQueueWhenCancelled() {
        paceAtSeven();
        var time = new HeldTime();
        calls.clock = time;
        var subscription = calls.mono(() -> attempt(1)).subscribe();
        assertThat(calls.pace.waiting()).isEqualTo(1);
        subscription.dispose();
        assertThat(calls.pace.waiting()).isZero();
        assertThat(time.cancelled).isTrue();
        time.delay.run();
        assertThat(attempts).hasValue(0);
        assertThat(calls.outcomes()).isEqualTo(Map.of(ABORTED, 1L));
    }

    @Test
    void aClosedTimerLetsTheFirstAttemptBegin() {
        paceAtSeven();
        var time = new HeldTime();
        time.closed = true;
        calls.clock = time;
        assertThat(calls.mono(() -> attempt(1)).block()).isEqualTo("done");
        assertThat(calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1L));
        assertThat(calls.pace.waiting()).isZero();
    }

    private void paceAtSeven() {
        calls.pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), calls.time.nanoTime());
        Calls.throttle(calls.pace.lane(null), calls.time);
    }

    private long throttled() {
        return calls.pace.pacing(calls.time.nanoTime()).get(null).throttled();
    }

    private Mono<String> attempt(int succeeding) {
        return attempts.incrementAndGet() < succeeding ? Mono.error(failure) : Mono.just("done");
    }
}
