package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.resilience4j.Intervals.Asked;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What Resilience4j itself does with methods that return a future. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesFuturesTests {

    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Service service;

    Resilience4jRetriesFuturesTests(String mode) {
        service = application.fresh(Service.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry("io", config -> config.retryExceptions(IOException.class))
                .start(Service.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void aCompletedFutureIsNotRetried() {
        Object result = new Object();
        CompletableFuture<Object> target = CompletableFuture.completedFuture(result);
        Script<Object> script = Script.of(target);
        CompletableFuture<Object> future = service.call(script);
        assertThat(future).isNotSameAs(target).isDone();
        assertThat(future.join()).isSameAs(result);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFutureOfNothingIsNotRetried() {
        Script<Object> script = Script.of(CompletableFuture.completedFuture(null));
        assertThat(service.call(script).join()).isNull();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void laterAttemptsAreMadeByTheirScheduler() {
        Script<Object> script = Script.of(failed(), failed(), CompletableFuture.completedFuture("ok"));
        assertThat(service.call(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(script.threads().get(0)).isSameAs(Thread.currentThread());
        assertThat(script.threads().subList(1, 3)).doesNotContain(Thread.currentThread());
        assertThat(application.intervals().asked()).containsExactly(new Asked(1, down, null), new Asked(2, down, null));
    }

    @Test
    void theLastFailureIsTheFailureOfTheFuture() {
        IOException last = new IOException("last");
        Script<Object> script = Script.of(failed(), failed(), CompletableFuture.failedFuture(last));
        CompletableFuture<Object> future = service.call(script);
        assertThat(catchThrowable(future::join))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(last);
        assertThat(catchThrowable(future::get))
                .isExactlyInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(last);
        assertThat(future.handle((result, failure) -> failure).join()).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(last).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void aFutureMayFailLater() {
        var pending = new CompletableFuture<Object>();
        Script<Object> script = Script.of(pending, CompletableFuture.completedFuture("ok"));
        CompletableFuture<Object> future = service.call(script);
        assertThat(future).isNotDone();
        pending.completeExceptionally(down);
        assertThat(future.join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aFutureMayCompleteLater() {
        var pending = new CompletableFuture<Object>();
        Script<Object> script = Script.of(pending);
        CompletableFuture<Object> future = service.call(script);
        pending.complete("ok");
        assertThat(future).isCompletedWithValue("ok");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aWrappedFailureIsUnwrappedForTheDecisionOnly() {
        var wrapped = new CompletionException(down);
        Script<Object> script = Script.of(CompletableFuture.failedFuture(wrapped));
        assertThat(catchThrowable(service.io(script)::join)).isSameAs(wrapped);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.intervals().asked()).containsExactly(new Asked(1, down, null), new Asked(2, down, null));
    }

    @Test
    void aDependentFutureFailsWrapped() {
        Script<Object> script = Script.of(failed().thenApply(result -> result));
        assertThat(catchThrowable(service.io(script)::join))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void anotherFailureIsNotRetried() {
        var other = new IllegalStateException("other");
        Script<Object> script = Script.of(CompletableFuture.failedFuture(other));
        assertThat(catchThrowable(service.io(script)::join)).cause().isSameAs(other);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("IGNORED_ERROR io 0 IllegalStateException: other");
    }

    @Test
    void anErrorIsNotRetried() {
        var error = new AssertionError("broken");
        Script<Object> script = Script.of(CompletableFuture.failedFuture(error));
        assertThat(catchThrowable(service.call(script)::join)).cause().isSameAs(error);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void aThrowOfTheFirstAttemptReachesTheCallerAtOnce() {
        Script<Object> script = Script.of(down, CompletableFuture.completedFuture("ok"));
        assertThat(catchThrowable(() -> service.call(script)))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    /** Resilience4j loses the exception: the caller waits forever. */
    @Test
    void aThrowOfALaterAttemptIsLost() {
        Script<Object> script = Script.of(failed(), down);
        CompletableFuture<Object> future = service.call(script);
        awaitSecondAttempt(script);
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.MILLISECONDS))).isInstanceOf(TimeoutException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.events()).containsExactly("RETRY three 1 IOException: down");
    }

    @Test
    void noFutureAtAllFailsTheCaller() {
        Script<Object> script = Script.of((Object) null);
        assertThat(catchThrowable(() -> service.call(script)))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessageContaining("whenComplete");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void cancellingDoesNotReachTheTargetNorEndTheRetries() {
        var pending = new CompletableFuture<Object>();
        Script<Object> script = Script.of(pending, CompletableFuture.completedFuture("ok"));
        CompletableFuture<Object> future = service.call(script);
        assertThat(future.cancel(true)).isTrue();
        assertThat(pending).isNotDone();
        pending.completeExceptionally(down);
        awaitSecondAttempt(script);
        assertThat(catchThrowable(future::join)).isExactlyInstanceOf(CancellationException.class);
    }

    @Test
    void aCancelledTargetIsRetriedAsAnyFailure() {
        var cancelled = new CompletableFuture<Object>();
        cancelled.cancel(true);
        Script<Object> script = Script.of(cancelled, CompletableFuture.completedFuture("ok"));
        assertThat(service.call(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aStageIsRetriedAlike() {
        Script<Object> script = Script.of(CompletableFuture.failedStage(down), CompletableFuture.completedStage("ok"));
        CompletionStage<Object> stage = service.stage(script);
        assertThat(stage).isExactlyInstanceOf(CompletableFuture.class);
        assertThat(stage.toCompletableFuture().join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aPlainFutureIsAValue() {
        CompletableFuture<Object> target = failed();
        Script<Object> script = Script.of(down, target);
        assertThat(service.plain(script)).isSameAs(target);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anUndeclaredFutureIsAValue() {
        CompletableFuture<Object> target = failed();
        Script<Object> script = Script.of(down, target);
        assertThat(service.undeclared(script)).isSameAs(target);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(script.threads()).containsOnly(Thread.currentThread());
    }

    private static void awaitSecondAttempt(Script<Object> script) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> script.attempts() == 2);
    }

    private CompletableFuture<Object> failed() {
        return CompletableFuture.failedFuture(down);
    }

    static class Service {

        @Retry(name = "three")
        @SuppressWarnings("unchecked")
        public CompletableFuture<Object> call(Script<Object> attempt) {
            return (CompletableFuture<Object>) attempt.call();
        }

        @Retry(name = "io")
        @SuppressWarnings("unchecked")
        public CompletableFuture<Object> io(Script<Object> attempt) {
            return (CompletableFuture<Object>) attempt.call();
        }

        @Retry(name = "three")
        @SuppressWarnings("unchecked")
        public CompletionStage<Object> stage(Script<Object> attempt) {
            return (CompletionStage<Object>) attempt.call();
        }

        @Retry(name = "three")
        public Future<?> plain(Script<Object> attempt) {
            return (Future<?>) attempt.call();
        }

        @Retry(name = "three")
        public Object undeclared(Script<Object> attempt) {
            return attempt.call();
        }
    }
}
