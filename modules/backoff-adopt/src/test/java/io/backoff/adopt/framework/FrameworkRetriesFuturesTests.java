package io.backoff.adopt.framework;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;

/** Spring Framework retries methods that return futures for what they throw, not for failed futures. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesFuturesTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesFuturesTests(String mode) {
        super(mode, Shop.class);
    }

    @Test
    void theCallerGetsTheFutureOfTheMethod() {
        assertSame(completedFuture("sold"));
        assertSame(new CompletableFuture<>());
        assertSame(failedFuture(new IOException()));
    }

    @Test
    void aFailedFutureIsNotRetried() {
        var script = Script.of(failedFuture(new IOException("failed")), completedFuture("too late"));
        var future = shop.order(script);
        assertThat(catchThrowable(future::join))
                .isExactlyInstanceOf(CompletionException.class)
                .hasRootCauseMessage("failed");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFutureThatFailsLaterIsNotRetried() throws InterruptedException {
        var original = new CompletableFuture<String>();
        var script = Script.of(original, completedFuture("too late"));
        var future = shop.order(script);
        assertThat(future).isNotDone();
        var failure = new IOException("failed");
        var elsewhere = new Thread(() -> original.completeExceptionally(failure));
        elsewhere.start();
        elsewhere.join();
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.SECONDS)).getCause())
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aWrappedFailureStaysWrapped() {
        var failure = new CompletionException(new IOException());
        var future = shop.order(Script.of(failedFuture(failure)));
        assertThat(catchThrowable(future::join)).isSameAs(failure);
    }

    @Test
    void aThrowingMethodIsRetried() {
        var script = Script.of(new IllegalStateException(), new IllegalStateException(), completedFuture("sold"));
        assertThat(shop.order(script).join()).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void whatAllAttemptsThrowIsThrown() {
        var script = Script.failing(4, completedFuture("too late"));
        assertThat(catchThrowable(() -> shop.order(script))).hasMessage("failure 4");
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void aFailedFutureAfterARetryEndsTheCall() {
        var script = Script.of(
                new IllegalStateException(), failedFuture(new IOException("failed")), completedFuture("too late"));
        assertThat(catchThrowable(shop.order(script)::join)).hasRootCauseMessage("failed");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void nullIsReturned() {
        assertThat(shop.order(Script.of(new IllegalStateException(), null))).isNull();
    }

    @Test
    void cancellationReachesTheMethodsFuture() {
        var original = new CompletableFuture<String>();
        var future = shop.order(Script.of(original));
        assertThat(future.cancel(true)).isTrue();
        assertThat(original).isCancelled();
        assertThat(catchThrowable(future::join)).isInstanceOf(CancellationException.class);
    }

    @Test
    void dependentsSeeTheFailureAsItIs() {
        var failure = new IOException();
        var seen = shop.order(Script.of(failedFuture(failure))).handle((result, thrown) -> thrown);
        assertThat(seen.join()).isSameAs(failure);
    }

    @Test
    void aFutureMayRejectHandlers() {
        assertSame(new CompletableFuture<>() {

            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> handler) {
                throw new UnsupportedOperationException();
            }
        });
    }

    @Test
    void otherFuturesAreValues() {
        var task = new FutureTask<String>(() -> "sold");
        var script = Script.of(new IllegalStateException(), task);
        assertThat(shop.queue(script)).isSameAs(task);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(task).isNotDone();
    }

    @Test
    void stagesArriveAsOtherFutures() {
        var original = completedFuture("sold");
        var script = Script.of(original);
        var stage = shop.request(script);
        assertThat(stage).isInstanceOf(CompletableFuture.class).isNotSameAs(original);
        assertThat(stage.toCompletableFuture().join()).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void failedStagesAreAskedAgainWithoutAnotherAttempt() {
        var failure = new IOException("failed");
        var script = Script.of(failedFuture(failure), completedFuture("too late"));
        var stage = shop.request(script).toCompletableFuture();
        assertThat(catchThrowable(() -> stage.get(20, TimeUnit.SECONDS)).getCause())
                .hasMessage("Retries exhausted: 3/3")
                .cause()
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void methodsThatThrowInsteadOfReturningAStageAreNotRetried() {
        var script = Script.failing(1, completedFuture("too late"));
        assertThat(catchThrowable(() -> shop.request(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void missingStagesAreReturned() {
        assertThat(shop.request(Script.of((Object) null))).isNull();
    }

    private void assertSame(CompletableFuture<String> future) {
        var script = Script.of(future);
        assertThat(shop.order(script)).isSameAs(future);
        assertThat(script.attempts()).isEqualTo(1);
    }

    static class Shop {

        @Retryable(delay = 0)
        public CompletableFuture<String> order(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        public Future<String> queue(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        public CompletionStage<String> request(Script script) {
            return script.run();
        }
    }
}
