package io.backoff.reactor;

import static io.backoff.policy.Outcome.ELAPSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** A stream that has emitted goes on after {@code max-elapsed}, but not after its other limits. */
class StreamTimeTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final List<Object> seen = new ArrayList<>();

    @BeforeEach
    void limit() {
        calls.maxElapsed = Duration.ofSeconds(5);
    }

    @Test
    void aStreamThatHasEmittedGoesOn() {
        subscribe(open());
        advance(60);
        assertThat(seen).containsExactly(1);
    }

    @Test
    void aStreamThatHasEmittedNothingIsCut() {
        subscribe(calls.flux(Flux::<Integer>never));
        advance(5);
        assertThat(seen).singleElement().isInstanceOf(TimeoutException.class);
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    @Test
    void attemptTimeoutEndsAnAttemptAfterMaxElapsed() {
        calls.attemptTimeout = Duration.ofSeconds(8);
        subscribe(open());
        advance(7);
        assertThat(seen).containsExactly(1);
        advance(1);
        assertThat(seen).hasSize(2).last().isInstanceOf(TimeoutException.class);
    }

    @Test
    void attemptTimeoutCountsFromTheStartOfTheAttempt() {
        calls.attemptTimeout = Duration.ofSeconds(8);
        calls.retryAfterFirstElement = true;
        calls.maxElapsed = Duration.ofSeconds(20);
        subscribe(open());
        advance(8);
        assertThat(seen).containsExactly(1, 1);
        // The third attempt starts after 16.2 seconds.
        advance(15);
        assertThat(seen).containsExactly(1, 1, 1);
        advance(1);
        assertThat(seen).hasSize(4).last().isInstanceOf(TimeoutException.class);
    }

    @Test
    void theCallerEndsAnAttemptAfterMaxElapsed() {
        subscribe(open().contextWrite(context -> context.put(RetryScope.class, new Caller(Duration.ofSeconds(8)))));
        advance(7);
        assertThat(seen).containsExactly(1);
        advance(1);
        assertThat(seen).hasSize(2).last().isInstanceOf(TimeoutException.class);
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
    }

    private Flux<Integer> open() {
        return calls.flux(() -> Flux.concat(Flux.just(1), Flux.never()));
    }

    private void subscribe(Flux<Integer> stream) {
        stream.subscribe(seen::add, seen::add);
    }

    private void advance(int seconds) {
        for (int i = 0; i < seconds; i++) {
            calls.time.advance(Duration.ofSeconds(1));
        }
    }

    private record Caller(Duration waits) implements RetryScope {
        @Override
        public boolean isRetrying() {
            return false;
        }

        @Override
        public TimeLeft timeLeft() {
            return new TimeLeft(waits, false);
        }

        @Override
        public void markTerminal(Throwable failure, StopReason reason) {}

        @Override
        public @Nullable StopReason terminalReason(Throwable failure) {
            return null;
        }
    }
}
