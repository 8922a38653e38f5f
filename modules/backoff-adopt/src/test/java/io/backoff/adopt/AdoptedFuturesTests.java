package io.backoff.adopt;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;

/** Futures: Resilience4j retries those that fail; for the others they are values, and what a method throws is retried. */
class AdoptedFuturesTests extends AdoptionContract {

    private final Shop shop = get(Shop.class);
    private final IOException down = new IOException("down");

    private final boolean governed;

    AdoptedFuturesTests(AdoptedLibrary library, String mode) {
        super(library, mode, Shop.class, Overloads.class);
        governed = mode.equals("govern");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "sold")
    void aCompletedFutureIsNotRetried(String result) {
        assertThat(assertReturned(completedFuture(result))).isCompletedWithValue(result);
    }

    @Test
    void aFailedFutureFailsWithTheLastFailure() {
        IOException last = new IOException("last");
        Script script = Script.of(failedFuture(down), failedFuture(down), failedFuture(last), "too late");
        CompletableFuture<Object> future = shop.future(script);
        IOException expected = library.retriesFutures() ? last : down;
        assertThat(catchThrowable(future::join))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(expected);
        assertThat(catchThrowable(future::get))
                .isExactlyInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(expected);
        assertThat(future.handle((result, failure) -> failure).join()).isSameAs(expected);
        assertThat(expected).hasNoCause().hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(library.retriesFutures() ? 3 : 1);
        assertOutcome(library.retriesFutures() ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE);
    }

    /** How a future fails is known only when the library has seen the method return. */
    @Test
    void aFutureMayTellOfOverload() {
        Script script = Script.of(failedFuture(new ArithmeticException("overloaded")));
        catchThrowable(shop.future(script)::join);
        Outcome observed = library.retriesFutures() ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE;
        assertOutcome(governed ? Outcome.OVERLOADED : observed);
    }

    @Test
    void aFutureMayFailLater() {
        CompletableFuture<Object> pending = new CompletableFuture<>();
        Script script = Script.of(pending, completedFuture("sold"));
        CompletableFuture<Object> future = shop.future(script);
        assertThat(future).isNotDone();
        assertThat(application.outcomes()).isEmpty();
        pending.completeExceptionally(down);
        if (library.retriesFutures()) {
            assertThat(future.join()).isEqualTo("sold");
            assertOutcome(Outcome.RECOVERED);
        } else {
            assertThat(catchThrowable(future::join)).cause().isSameAs(down);
            assertOutcome(Outcome.NOT_RETRYABLE);
        }
    }

    @Test
    void aFutureMayCompleteLater() {
        CompletableFuture<Object> pending = new CompletableFuture<>();
        CompletableFuture<Object> future = shop.future(Script.of(pending));
        assertThat(application.outcomes()).isEmpty();
        pending.complete("sold");
        assertThat(future).isCompletedWithValue("sold");
        assertOutcome(Outcome.SUCCESS);
    }

    @Test
    void aWrappedFailureStaysWrapped() {
        CompletionException wrapped = new CompletionException(down);
        CompletableFuture<Object> future = shop.future(Script.of(failedFuture(wrapped)));
        assertThat(catchThrowable(future::join)).isSameAs(wrapped);
    }

    @Test
    void whatAMethodThrowsInsteadIsRetriedWhereFuturesAreNot() {
        Script script = Script.of(down, completedFuture("sold"));
        if (library.retriesFutures()) {
            assertThat(catchThrowable(() -> shop.future(script)))
                    .isExactlyInstanceOf(CompletionException.class)
                    .cause()
                    .isSameAs(down);
            assertThat(script.attempts()).isEqualTo(1);
            assertOutcome(Outcome.NOT_RETRYABLE);
        } else {
            assertThat(shop.future(script).join()).isEqualTo("sold");
            assertThat(script.attempts()).isEqualTo(2);
            assertOutcome(Outcome.RECOVERED);
        }
    }

    @Test
    void aFailedFutureMayFollowWhatAMethodThrew() {
        Assumptions.assumeFalse(library.retriesFutures());
        Script script = Script.of(new IllegalStateException(), failedFuture(down), completedFuture("too late"));
        assertThat(catchThrowable(shop.future(script)::join)).cause().isSameAs(down);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void allAttemptsMayThrow() {
        Assumptions.assumeFalse(library.retriesFutures());
        IllegalStateException last = new IllegalStateException("last");
        assertThrows(last, () -> shop.future(Script.of(down, down, last)));
        assertOutcome(Outcome.EXHAUSTED);
    }

    @Test
    void nullIsReturnedWhereTheLibraryBearsIt() {
        Script script = Script.of((Object) null);
        if (library.retriesFutures()) {
            assertThat(catchThrowable(() -> shop.future(script)))
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessageContaining("whenComplete");
        } else {
            assertThat(shop.future(script)).isNull();
            assertOutcome(Outcome.SUCCESS);
        }
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aCancellationReachesTheFutureOfTheMethodWhereTheCallerHasIt() {
        CompletableFuture<Object> pending = new CompletableFuture<>();
        CompletableFuture<Object> future = shop.future(Script.of(pending, completedFuture("sold")));
        assertThat(future.cancel(true)).isTrue();
        assertThat(pending.isCancelled()).isNotEqualTo(library.retriesFutures());
        assertThat(catchThrowable(future::join)).isExactlyInstanceOf(CancellationException.class);
        assertOutcome(Outcome.ABORTED);
    }

    @Test
    void aFutureMayRejectHandlers() {
        Assumptions.assumeFalse(library.retriesFutures(), "the library itself adds one");
        assertReturned(new CompletableFuture<>() {

            @Override
            public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> handler) {
                throw new UnsupportedOperationException();
            }
        });
    }

    /** The framework reads a failed stage again, and does not call the method. */
    @Test
    void stagesAreFuturesOrReadAgain() {
        CompletionStage<Object> failed = CompletableFuture.failedStage(down);
        Script script = Script.of(failed, completedFuture("sold"));
        CompletionStage<Object> stage = shop.stage(script);
        if (library.retriesFutures()) {
            assertThat(stage.toCompletableFuture().join()).isEqualTo("sold");
            assertOutcome(Outcome.RECOVERED);
        } else {
            assertThat(stage == failed).isEqualTo(library == AdoptedLibrary.SPRING_RETRY);
            assertThat(script.attempts()).isEqualTo(1);
            assertOutcome(Outcome.NOT_RETRYABLE);
        }
    }

    @Test
    void otherFuturesAreValues() {
        FutureTask<Object> task = new FutureTask<>(() -> "sold");
        Script script = Script.failing(1, task);
        assertThat(shop.plain(script)).isSameAs(task);
        assertThat(task).isNotDone();
        assertThat(script.attempts()).isEqualTo(2);
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void undeclaredFuturesAreValues() {
        CompletableFuture<Object> failed = failedFuture(down);
        Script script = Script.failing(1, failed);
        assertThat(shop.undeclared(script)).isSameAs(failed);
        assertThat(script.threads()).hasSize(2).containsOnly(Thread.currentThread());
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void futuresAtTheSameTimeDoNotMix() {
        Assumptions.assumeTrue(library.retriesFutures());
        List<CompletableFuture<Object>> futures = IntStream.range(0, 32)
                .mapToObj(i -> shop.future(Script.of(failedFuture(down), completedFuture(i))))
                .toList();
        assertThat(futures.stream().map(CompletableFuture::join))
                .isEqualTo(IntStream.range(0, 32).boxed().toList());
        assertOutcomes(Map.of(Outcome.RECOVERED, 32L));
    }

    /** Where the library does not retry futures, the caller gets the one of the method. */
    private CompletableFuture<Object> assertReturned(CompletableFuture<Object> returned) {
        Script script = Script.of(returned);
        CompletableFuture<Object> future = shop.future(script);
        assertThat(future == returned).isNotEqualTo(library.retriesFutures());
        assertThat(script.attempts()).isEqualTo(1);
        assertOutcome(Outcome.SUCCESS);
        return future;
    }

    static class Overloads implements Classifier {

        @Override
        public @Nullable Verdict classify(Throwable failure) {
            return failure instanceof ArithmeticException ? Verdict.overloaded() : null;
        }
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public CompletableFuture<Object> future(Script script) {
            return script.run();
        }

        public CompletionStage<Object> stage(Script script) {
            return script.run();
        }

        public Future<?> plain(Script script) {
            return script.run();
        }

        public Object undeclared(Script script) {
            return script.run();
        }
    }
}
