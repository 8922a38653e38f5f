package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BrokenClock;
import io.backoff.engine.CurrentAttempt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A clock that breaks at any time: as with blocking calls, each call has one outcome, and the subscriber gets a signal.
 */
@ParameterizedClass
@MethodSource("uses")
class BrokenReactiveClockTests {

    private final ReactorCalls calls = new ReactorCalls();
    private final IOException failure = new IOException("down");
    private final List<Object> seen = new ArrayList<>();

    @Parameter
    private int working;

    /** The first use of the clock is at the start of the call. */
    static IntStream uses() {
        return IntStream.range(1, 25);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void mono(boolean fatal) {
        breakBy(fatal);
        assertEnds(calls.mono(() -> Mono.error(failure)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void flux(boolean fatal) {
        breakBy(fatal);
        assertEnds(calls.flux(() -> Flux.error(failure)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rejected(boolean fatal) {
        breakBy(fatal);
        calls.results = "pending"::equals;
        assertEnds(calls.mono(() -> Mono.just("pending")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterTheFirstWait(boolean fatal) {
        breakBy(fatal);
        calls.waitFirst = true;
        assertEnds(calls.mono(() -> Mono.just("paid")));
    }

    private void breakBy(boolean fatal) {
        Throwable broken = fatal ? new StackOverflowError() : new IllegalStateException("broken");
        calls.clock = new BrokenClock(calls.time, working, broken);
    }

    private void assertEnds(Publisher<?> guarded) {
        try {
            Flux.from(guarded).subscribe(seen::add, seen::add, () -> seen.add("end"));
        } catch (StackOverflowError thrown) {
            seen.add(thrown);
        }
        assertThat(seen).isNotEmpty();
        assertThat(calls.outcomes().values()).containsExactly(1L);
        assertThat(CurrentAttempt.get()).isEmpty();
    }
}
