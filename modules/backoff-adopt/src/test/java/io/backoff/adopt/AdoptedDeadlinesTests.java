package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import reactor.core.publisher.Mono;

/**
 * Adopted calls in own calls of thirty seconds. Governed calls end with their parent's deadline. Observed calls continue, but propagate the deadline to our calls inside them.
 */
@ParameterizedClass(name = "{0} {1}")
@CsvSource({"govern, inherit", "govern, independent", "observe, inherit"})
class AdoptedDeadlinesTests extends RetryingTests {

    private static final Duration LATE = Duration.ofSeconds(31);

    /** Whether a call has no more time than its parent. */
    private final boolean inherits;

    /** Whether it ends at its parent's deadline. */
    private final boolean ends;

    private final AtomicInteger attempts = new AtomicInteger();

    AdoptedDeadlinesTests(String mode, String deadlines) {
        super(
                mode,
                List.of(),
                "backoff.deadlines=" + deadlines,
                "backoff.policies.callee.budget=none",
                "backoff.policies.outer.max-elapsed=30s");
        inherits = deadlines.equals("inherit");
        ends = inherits && mode.equals("govern");
    }

    @ParameterizedTest
    @EnumSource
    void anAttemptKnowsTheTimeOfTheCallAround(Way way) throws Exception {
        assertThat(own(() -> afterSeconds(10, () -> way.call(application, AdoptedDeadlinesTests::remaining))))
                .isEqualTo(inherits ? Optional.of(Duration.ofSeconds(20)) : Optional.empty());
    }

    @ParameterizedTest
    @EnumSource
    void anOwnCallInsideHasTheTimeOfTheCallAround(Way way) throws Exception {
        Callable<Object> inner = () -> get(BackoffOperations.class).call("callee", AdoptedDeadlinesTests::remaining);
        assertThat(own(() -> afterSeconds(10, () -> way.call(application, inner))))
                .isEqualTo(Optional.of(Duration.ofSeconds(inherits ? 20 : 60)));
    }

    /** The library has limits of its own. */
    @ParameterizedTest
    @EnumSource
    void aCallAloneHasNoLimit(Way way) throws Exception {
        assertThat(way.call(application, AdoptedDeadlinesTests::remaining)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @EnumSource
    void noRetryStartsAfterTheEndOfTheCallAround(Way way) {
        catchThrowable(() -> own(() -> way.call(application, () -> {
            attempts.incrementAndGet();
            time.advance(LATE);
            throw new IOException("late");
        })));
        assertThat(attempts).hasValue(ends ? 1 : 3);
        assertOutcome(ends ? Outcome.ELAPSED : Outcome.EXHAUSTED);
    }

    @ParameterizedTest
    @EnumSource
    void aRetryInTimeIsMade(Way way) throws Exception {
        assertThat(own(() -> way.call(application, () -> {
                    if (attempts.incrementAndGet() == 1) {
                        time.advance(Duration.ofSeconds(29));
                        throw new IOException("in time");
                    }
                    return "done";
                })))
                .isEqualTo("done");
        assertOutcome(Outcome.RECOVERED);
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatIsTooLateMakesNoAttempt(Way way) {
        Object[] result = new Object[1];
        catchThrowable(() -> own(() -> afterSeconds(31, () -> {
            result[0] = catchThrowable(() -> way.call(application, attempts::incrementAndGet));
            return "late";
        })));
        assertThat(attempts).hasValue(ends ? 0 : 1);
        assertOutcome(ends ? Outcome.ELAPSED : Outcome.SUCCESS);
        if (ends) {
            assertThat((Throwable) result[0]).isInstanceOf(TimeoutException.class);
        } else {
            assertThat(result[0]).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = ".*_VALUE")
    void anAttemptThatHangsEndsWithTheCallAround(Way way) throws Exception {
        AtomicInteger cancelled = new AtomicInteger();
        Mono<Object> hanging = Mono.never().doOnCancel(cancelled::incrementAndGet);
        CompletableFuture<?>[] call = new CompletableFuture<?>[1];
        own(() -> afterSeconds(10, () -> {
            call[0] = way.start(
                    application,
                    () -> Mono.defer(() -> {
                        attempts.incrementAndGet();
                        return hanging;
                    }));
            time.advance(Duration.ofSeconds(20));
            return "done";
        }));
        assertThat(attempts).hasValue(1);
        if (ends) {
            assertThat(call[0].handle((value, failure) -> failure).get(20, TimeUnit.SECONDS))
                    .isNotNull();
            assertOutcome(Outcome.ELAPSED);
            assertThat(cancelled).hasValue(1);
        } else {
            assertThat(call[0]).isNotDone();
            call[0].cancel(true);
        }
    }

    private static Object remaining() {
        return CurrentAttempt.get().orElseThrow().remaining();
    }

    private Object afterSeconds(int seconds, Callable<Object> step) throws Exception {
        time.advance(Duration.ofSeconds(seconds));
        return step.call();
    }
}
