package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Stage;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A clock supplied by the application may break at any time. A call that has begun ends with one outcome. */
class BrokenClockTests {

    private static final StackOverflowError BROKEN = new StackOverflowError();

    private final Calls calls = new Calls();
    private final IOException failure = new IOException("down");

    /** The first use of the clock is at the start of the call. */
    static IntStream uses() {
        return IntStream.range(1, 25);
    }

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(RetryScopeHolder.current()).isNull();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void blocking(int working) {
        breakAfter(working);
        assertThat(catchThrowable(() -> calls.run(new Script(failure)))).isIn(failure, BROKEN);
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void blockingWithResult(int working) {
        breakAfter(working);
        calls.results = "pending"::equals;
        catchThrowable(() -> calls.run(new Script("pending", "ok")));
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void future(int working) {
        breakAfter(working);
        assertEnds(calls.start(new Stage().failing(failure, failure, failure)));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void futureThatRecovers(int working) {
        breakAfter(working);
        CompletableFuture<Object> call =
                calls.start(new Stage().failing(failure).returning("ok"));
        assertThat(call).isDone();
        assertOneOutcome();
    }

    @ParameterizedTest
    @MethodSource("uses")
    void held(int working) throws InterruptedException {
        breakAfter(working);
        assertEnds(FutureRunner.runOnCallingThread(calls.guard(), new Stage().failing(failure, failure, failure)));
    }

    private void breakAfter(int working) {
        calls.listeners.clear();
        calls.clock = new BrokenClock(calls.time, working, BROKEN);
    }

    private void assertEnds(CompletableFuture<Object> call) {
        assertThat(call.handle((value, thrown) -> thrown))
                .isCompletedWithValueMatching(thrown -> thrown == failure || thrown == BROKEN);
        assertOneOutcome();
    }

    private void assertOneOutcome() {
        assertThat(calls.outcomes().values()).containsExactly(1L);
    }
}
