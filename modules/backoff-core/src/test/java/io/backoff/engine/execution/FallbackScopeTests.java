package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.Calls;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a fallback sees of its call: the last attempt, and the time of the caller alone. */
class FallbackScopeTests {

    private final Calls calls = new Calls();
    private final RecordedScope caller = new RecordedScope();
    private final IOException failure = new IOException("down");

    @Test
    void aFallbackSeesTheLastAttempt() {
        FallbackScope scope = inFallback();
        assertThat(scope.number()).isEqualTo(3);
        assertThat(scope.maxAttempts()).hasValue(3);
        assertThat(scope.isLast()).isTrue();
        assertThat(scope.elapsed()).isEqualTo(Calls.DELAY.multipliedBy(2));
        assertThat(scope.lastFailure()).containsSame(failure);
        assertThat(scope.policy()).isEqualTo("payments");
        assertThat(scope.retry().map(RetryInfo::previous)).contains(2);
    }

    @Test
    void callsInAFallbackRetryUnlessTheCallItselfHasRetried() {
        assertThat(attemptsInside()).isOne();
        calls.maxAttempts = 1;
        assertThat(inFallback().isRetrying()).isFalse();
        calls.maxElapsed = Duration.ofMillis(50);
        calls.maxAttempts = 3;
        FallbackScope scope = inFallback();
        assertThat(scope.isLast()).as("the time was over, not the attempts").isFalse();
        assertThat(scope.isRetrying()).isFalse();
    }

    @Test
    void theDeadlineOfTheCallDoesNotLimitItsFallback() {
        calls.maxElapsed = Duration.ofMillis(250);
        assertThat(inFallback().remaining()).isEmpty();
        assertThat(inFallback().timeLeft()).isNull();
    }

    @Test
    void theDeadlineOfTheCallerLimitsTheFallback() {
        caller.left = new TimeLeft(Duration.ofSeconds(1), true);
        FallbackScope scope = inFallback();
        assertThat(scope.remaining()).contains(Duration.ofMillis(800));
        assertThat(scope.timeLeft()).isEqualTo(new TimeLeft(Duration.ofMillis(800), true));
    }

    @Test
    void callsInAFallbackReportToTheCall() {
        FallbackScope scope = inFallback();
        assertThat(scope.terminalReason(failure)).isNull();
        scope.markTerminal(failure, StopReason.OVERLOADED);
        assertThat(scope.terminalReason(failure)).isEqualTo(StopReason.OVERLOADED);
    }

    @Test
    void theFallbackOfAFutureHasItsScopeAndContextUntilItReturns() {
        List<String> context = new ArrayList<>();
        calls.context = () -> () -> {
            context.add("restored");
            return () -> context.add("left");
        };
        calls.maxAttempts = 1;
        List<RetryScope> seen = new ArrayList<>();
        CompletableFuture<Object> instead = new CompletableFuture<>();
        CompletableFuture<Object> call =
                calls.start(new Stage().failing(failure).orElse(thrown -> {
                    seen.add(RetryScopeHolder.current());
                    assertThat(context).containsExactly("restored");
                    return instead;
                }));
        assertThat(seen).singleElement().isInstanceOf(FallbackScope.class);
        assertThat(RetryScopeHolder.current()).isNull();
        assertThat(context).containsExactly("restored", "left");
        instead.complete("instead");
        assertThat(call).isCompletedWithValue("instead");
    }

    @Test
    void aFallbackOfAFutureThatFailsLaterShowsTheFailureOfTheCall() {
        calls.maxAttempts = 1;
        CompletableFuture<Object> instead = new CompletableFuture<>();
        CompletableFuture<Object> call =
                calls.start(new Stage().failing(failure).orElse(thrown -> instead));
        IllegalStateException broken = new IllegalStateException("broken");
        instead.completeExceptionally(broken);
        assertThat(call.handle((value, thrown) -> thrown).join())
                .isSameAs(broken)
                .hasSuppressedException(failure);
    }

    /** A broken fallback after a rejected result shows what had failed before. */
    @Test
    void aFallbackThatFailsShowsTheFailuresBeforeARejectedResult() {
        calls.maxAttempts = 2;
        IllegalStateException broken = new IllegalStateException("broken");
        assertThat(catchThrowable(() -> calls.run(new Replaced() {
                    @Override
                    public boolean rejects(Object result, BackoffPolicy policy) {
                        return true;
                    }

                    @Override
                    public Object replace(Throwable thrown) {
                        throw broken;
                    }
                })))
                .isSameAs(broken)
                .hasSuppressedException(failure);
    }

    private int attemptsInside() {
        List<Integer> attempts = new ArrayList<>();
        run(() -> catchThrowable(() -> calls.run(() -> {
            attempts.add(1);
            throw new IOException("inside");
        })));
        return attempts.size();
    }

    private FallbackScope inFallback() {
        List<CurrentAttempt> seen = new ArrayList<>();
        run(() -> seen.add(CurrentAttempt.get().orElseThrow()));
        return (FallbackScope) seen.get(0);
    }

    /** Makes a call all of whose attempts fail, in the scope of the caller, and runs the code in its fallback. */
    private void run(Runnable fallback) {
        caller.around(() -> catchThrowable(() -> calls.run(new Replaced() {
            @Override
            public Object invoke() throws IOException {
                throw failure;
            }

            @Override
            public Object replace(Throwable thrown) {
                fallback.run();
                return "instead";
            }
        })));
    }

    /** Fails once. */
    private abstract class Replaced implements Operation<Object> {

        private boolean failed;

        @Override
        public Object invoke() throws IOException {
            if (failed) {
                return "rejected";
            }
            failed = true;
            throw failure;
        }

        abstract Object replace(Throwable thrown);

        @Override
        public Fallback<Object> fallback() {
            return this::replace;
        }
    }
}
