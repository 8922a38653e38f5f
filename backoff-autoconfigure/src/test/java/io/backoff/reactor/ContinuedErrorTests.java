package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * {@code onErrorContinue} of a subscriber reaches every operator above it. Otherwise it would skip the signal that ends the call, and failures of attempts that should be retried.
 */
class ContinuedErrorTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<Throwable> skipped = new ArrayList<>();
    private final List<Object> seen = new ArrayList<>();
    private final IOException failure = new IOException("down");

    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void aMonoGivesUp(long delay) {
        calls.delay = Duration.ofMillis(delay);
        subscribe(calls.mono(() -> counted(Mono.error(failure))));
        assertThat(seen).containsExactly(failure);
        assertEnded(3, Outcome.EXHAUSTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void aFluxGivesUp(long delay) {
        calls.delay = Duration.ofMillis(delay);
        subscribe(calls.flux(() -> counted(Mono.error(failure)).flux()));
        assertThat(seen).containsExactly(failure);
        assertEnded(3, Outcome.EXHAUSTED);
    }

    @Test
    void aMonoIsNotRetriedForGood() {
        Error fatal = new NoClassDefFoundError("harmless");
        subscribe(calls.mono(() -> counted(Mono.error(fatal))));
        assertThat(seen).containsExactly(fatal);
        assertEnded(1, Outcome.NOT_RETRYABLE);
    }

    @Test
    void anOperatorOfAMonoIsRetried() {
        subscribe(calls.mono(() -> counted(Mono.just("a")).map(this::failOnce)));
        assertThat(seen).containsExactly("a", "end");
        assertEnded(2, Outcome.RECOVERED);
    }

    @Test
    void anOperatorOfAFluxIsRetried() {
        subscribe(calls.flux(() -> counted(Mono.just("a")).flux().concatMap(each -> Mono.just(failOnce(each)))));
        assertThat(seen).containsExactly("a", "end");
        assertEnded(2, Outcome.RECOVERED);
    }

    @Test
    void aResultIsRejected() {
        calls.results = "pending"::equals;
        subscribe(calls.mono(() -> counted(Mono.just("pending"))));
        assertThat(seen).containsExactly("pending", "end");
        assertEnded(3, Outcome.EXHAUSTED);
    }

    @Test
    void aBrokenJudgeEndsTheCall() {
        IllegalStateException broken = new IllegalStateException("broken");
        calls.results = result -> {
            throw broken;
        };
        subscribe(calls.mono(() -> counted(Mono.just("a"))));
        assertThat(seen).containsExactly(broken);
        assertEnded(1, Outcome.NOT_RETRYABLE);
    }

    /** The subscriber may still skip failures after the guard. */
    @Test
    void operatorsBelowGoOn() {
        subscribe(calls.flux(() -> counted(Mono.just("a")).flux()).map(this::failOnce));
        assertThat(seen).containsExactly("end");
        assertThat(skipped).hasSize(1);
        assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
    }

    private void subscribe(Mono<Object> guarded) {
        guarded.onErrorContinue((thrown, value) -> skipped.add(thrown))
                .subscribe(seen::add, seen::add, () -> seen.add("end"));
    }

    private void subscribe(Flux<Object> guarded) {
        guarded.onErrorContinue((thrown, value) -> skipped.add(thrown))
                .subscribe(seen::add, seen::add, () -> seen.add("end"));
    }

    private Mono<Object> counted(Mono<Object> attempt) {
        attempts.incrementAndGet();
        return attempt;
    }

    private Object failOnce(Object value) {
        if (attempts.get() == 1) {
            throw new UncheckedIOException(failure);
        }
        return value;
    }

    private void assertEnded(int made, Outcome outcome) {
        assertThat(attempts).hasValue(made);
        assertThat(skipped).isEmpty();
        assertThat(calls.outcomes()).isEqualTo(Map.of(outcome, 1L));
    }
}
