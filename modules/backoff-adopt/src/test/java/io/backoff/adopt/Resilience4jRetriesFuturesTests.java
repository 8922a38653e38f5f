package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedApplication.Asked;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What Resilience4j itself does with methods that return a future. */
class Resilience4jRetriesFuturesTests extends OneLibrary {

    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesFuturesTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry("io", config -> config.retryExceptions(IOException.class))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
    }

    @Test
    void laterAttemptsAreMadeByTheirScheduler() {
        Script script = Script.of(failed(), failed(), CompletableFuture.completedFuture("ok"));
        assertThat(service.call(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(script.threads().get(0)).isSameAs(Thread.currentThread());
        assertThat(script.threads().subList(1, 3)).doesNotContain(Thread.currentThread());
        assertThat(application.asked()).containsExactly(new Asked(1, down, null), new Asked(2, down, null));
    }

    @Test
    void aWrappedFailureIsUnwrappedForTheDecisionOnly() {
        var wrapped = new CompletionException(down);
        Script script = Script.of(CompletableFuture.failedFuture(wrapped));
        assertThat(catchThrowable(service.io(script)::join)).isSameAs(wrapped);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.asked()).containsExactly(new Asked(1, down, null), new Asked(2, down, null));
    }

    @Test
    void aDependentFutureFailsWrapped() {
        Script script = Script.of(failed().thenApply(result -> result));
        assertThat(catchThrowable(service.io(script)::join))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void anotherFailureIsNotRetried() {
        var other = new IllegalStateException("other");
        Script script = Script.of(CompletableFuture.failedFuture(other));
        assertThat(catchThrowable(service.io(script)::join)).cause().isSameAs(other);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("IGNORED_ERROR io 0 IllegalStateException: other");
    }

    @Test
    void anErrorIsNotRetried() {
        var error = new AssertionError("broken");
        Script script = Script.of(CompletableFuture.failedFuture(error));
        assertThat(catchThrowable(service.call(script)::join)).cause().isSameAs(error);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    /** Resilience4j loses the exception: the caller waits forever. */
    @Test
    void aThrowOfALaterAttemptIsLost() {
        Script script = Script.of(failed(), down);
        CompletableFuture<Object> future = service.call(script);
        awaitSecondAttempt(script);
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.MILLISECONDS))).isInstanceOf(TimeoutException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.events()).containsExactly("RETRY three 1 IOException: down");
    }

    @Test
    void cancellingDoesNotReachTheTargetNorEndTheRetries() {
        var pending = new CompletableFuture<Object>();
        Script script = Script.of(pending, CompletableFuture.completedFuture("ok"));
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
        Script script = Script.of(cancelled, CompletableFuture.completedFuture("ok"));
        assertThat(service.call(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    private static void awaitSecondAttempt(Script script) {
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
        public CompletableFuture<Object> call(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "io")
        public CompletableFuture<Object> io(Script attempt) {
            return attempt.run();
        }
    }
}
