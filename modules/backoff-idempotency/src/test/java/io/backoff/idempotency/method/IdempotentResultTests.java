package io.backoff.idempotency.method;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.IN_PROGRESS;
import static io.backoff.idempotency.claim.IdempotencyOutcome.RELEASED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.PermanentException;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** The contract of operations, whatever kind of result they return. */
class IdempotentResultTests {

    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Parcel PARCEL = new Parcel("p-1");

    @ParameterizedTest
    @EnumSource
    void isReturnedAgain(Kind kind) {
        run(kind, calls -> {
            assertThat(calls.plain(() -> "paid")).succeedsWithin(TIME).isEqualTo("paid");
            assertThat(calls.plain(() -> "paid twice")).succeedsWithin(TIME).isEqualTo("paid");
            calls.assertOutcomes(1, EXECUTED, REPLAYED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isNotKeptIfItIsAFailure(Kind kind) {
        run(kind, calls -> {
            assertFailure(calls.plain(failing(new IllegalStateException("down"))))
                    .withMessage("down");
            assertThat(calls.plain(() -> "paid")).succeedsWithin(TIME).isEqualTo("paid");
            calls.assertOutcomes(2, RELEASED, EXECUTED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isThatOfTheAttemptThatClaimsTheKeyLast(Kind kind) {
        run(kind, calls -> {
            var attempts = new AtomicInteger();
            assertThat(calls.retried(() -> {
                        if (attempts.incrementAndGet() < 3) {
                            throw new IllegalStateException("attempt " + attempts);
                        }
                        return "third";
                    }))
                    .succeedsWithin(TIME)
                    .isEqualTo("third");
            calls.assertOutcomes(3, RELEASED, RELEASED, EXECUTED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isThrownAgainIfItIsAPermanentFailure(Kind kind) {
        run(kind, calls -> {
            for (var i = 0; i < 2; i++) {
                assertFailure(calls.retried(
                                failing(new PermanentException(new IllegalStateException("card\nexpired")))))
                        .isInstanceOf(IllegalStateException.class)
                        .withMessage("card\nexpired");
            }
            calls.assertOutcomes(1, EXECUTED, REPLAYED);
        });
    }

    /** A group says that a retry is useless now, not that the operation can never succeed. */
    @ParameterizedTest
    @EnumSource
    void isNotKeptIfItIsAFailureOfAGroup(Kind kind) {
        run(kind, calls -> {
            assertFailure(calls.retried(failing(new IllegalArgumentException("no such card"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(calls.retried(() -> "paid")).succeedsWithin(TIME).isEqualTo("paid");
            calls.assertOutcomes(2, RELEASED, EXECUTED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isThrownAgainIfAbortOnNamesTheClassOfAGroup(Kind kind) {
        var named = "backoff.policies.default.abort-on=permanent,java.lang.IllegalArgumentException";
        run(IdempotentApplication.with(Shop.class).withPropertyValues(named), kind, calls -> {
            for (var i = 0; i < 2; i++) {
                assertFailure(calls.retried(failing(new IllegalArgumentException("no such card"))))
                        .isInstanceOf(IllegalArgumentException.class)
                        .withMessage("no such card");
            }
            calls.assertOutcomes(1, EXECUTED, REPLAYED);
        });
    }

    @Test
    void yieldsTheFirstResultAgain() {
        runFutures((shop, context) -> {
            var first = shop.plain("1");
            assertThat(shop.plain("1"))
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(OperationInProgressException.class);
            shop.stages().remove().complete(List.of(7));
            assertThat(first).isCompletedWithValue(List.of(7));
            assertThat(shop.plain("1")).isCompletedWithValue(List.of(7));
            assertThat(outcomes(context)).containsExactly(IN_PROGRESS, EXECUTED, REPLAYED);
        });
    }

    @Test
    void cancelsTheOperationAndFreesTheKey() {
        runFutures((shop, context) -> {
            var first = shop.plain("1");
            first.cancel(true);
            assertThat(shop.stages().remove()).isCancelled();
            assertThat(first).isCancelled();
            assertThat(outcomes(context)).containsExactly(RELEASED);
        });
    }

    @Test
    void failsWhatIsThrownBeforeThereIsAFuture() {
        runFutures((shop, context) -> {
            assertThat(failure(shop.broken("1"))).isInstanceOf(IllegalStateException.class);
            assertThat(failure(shop.broken("1"))).isInstanceOf(IllegalStateException.class);
            assertThat(outcomes(context)).containsExactly(RELEASED, RELEASED);
        });
    }

    @Test
    void yieldsResultsOfTheClassAgain() {
        runGeneric(post -> {
            var first = post.weigh(PARCEL);
            assertThat(post.weigh(PARCEL)).isEqualTo(first).isNotSameAs(first);
        });
    }

    @Test
    void yieldsResultsInFuturesAgain() {
        runGeneric(post -> {
            assertThat(post.measure(PARCEL)).isCompletedWithValue(new Weight(3));
            assertThat(post.measure(PARCEL)).isCompletedWithValue(new Weight(3));
        });
    }

    @Test
    void yieldsResultsInListsAndFuturesAgain() {
        runGeneric(post -> {
            assertThat(post.weighLater(PARCEL)).isCompletedWithValue(List.of(new Weight(3)));
            assertThat(post.weighLater(PARCEL)).isCompletedWithValue(List.of(new Weight(3)));
        });
    }

    @Test
    void reachesItsCallerEvenIfAnErrorKeepsItFromTheStore() {
        IdempotentApplication.with(Seals.class).run(context -> {
            Seals seals = context.getBean(Seals.class);
            assertThat(seals.seal("1")).isNotNull();
            assertThatExceptionOfType(DuplicateOperationException.class).isThrownBy(() -> seals.seal("1"));
            assertThat(outcomes(context.getSourceApplicationContext())).containsExactly(EXECUTED, REPLAYED);
        });
    }

    private static ThrowableAssertAlternative<?> assertFailure(CompletableFuture<String> result) {
        return assertThat(result)
                .failsWithin(TIME)
                .withThrowableOfType(ExecutionException.class)
                .havingCause();
    }

    private static Callable<String> failing(Exception failure) {
        return () -> {
            throw failure;
        };
    }

    private static void run(Kind kind, Check check) {
        run(IdempotentApplication.with(Shop.class), kind, check);
    }

    private static void run(ApplicationContextRunner application, Kind kind, Check check) {
        application.run(context ->
                check.check(new Calls(kind, context.getBean(Shop.class), context.getBean(RecordingOutcomes.class))));
    }

    private static Throwable failure(CompletableFuture<?> future) {
        return future.handle((value, thrown) -> thrown).join();
    }

    private static void runFutures(BiConsumer<Futures, ApplicationContext> test) {
        IdempotentApplication.with(Futures.class)
                .run(context -> test.accept(context.getBean(Futures.class), context.getSourceApplicationContext()));
    }

    private static List<IdempotencyOutcome> outcomes(ApplicationContext context) {
        return context.getBean(RecordingOutcomes.class).outcomes();
    }

    private static void runGeneric(Consumer<ParcelPost> test) {
        IdempotentApplication.with(ParcelPost.class).run(context -> test.accept(context.getBean(ParcelPost.class)));
    }

    private interface Check {

        void check(Calls calls) throws Exception;
    }

    /** Calls of the methods of one kind, all with the same key. */
    private record Calls(Kind kind, Shop shop, RecordingOutcomes outcomes) {

        CompletableFuture<String> plain(Callable<String> work) {
            return kind.plain.apply(shop, work);
        }

        CompletableFuture<String> retried(Callable<String> work) {
            return kind.retried.apply(shop, work);
        }

        void assertOutcomes(int runs, IdempotencyOutcome... expected) {
            assertThat(shop.runs()).isEqualTo(runs);
            assertThat(outcomes.outcomes()).containsExactly(expected);
        }
    }

    private enum Kind {
        VALUE(
                (shop, work) -> now(() -> shop.value("1", work)),
                (shop, work) -> now(() -> shop.retriedValue("1", work))),
        FUTURE(
                (shop, work) -> shop.future("1", work),
                (shop, work) -> shop.retriedStage("1", work).toCompletableFuture()),
        MONO(
                (shop, work) -> shop.mono("1", work).toFuture(),
                (shop, work) -> shop.retriedMono("1", work).toFuture());

        private final BiFunction<Shop, Callable<String>, CompletableFuture<String>> plain;
        private final BiFunction<Shop, Callable<String>, CompletableFuture<String>> retried;

        Kind(
                BiFunction<Shop, Callable<String>, CompletableFuture<String>> plain,
                BiFunction<Shop, Callable<String>, CompletableFuture<String>> retried) {
            this.plain = plain;
            this.retried = retried;
        }

        private static CompletableFuture<String> now(Callable<String> call) {
            return Mono.fromCallable(call).toFuture();
        }
    }

    static class Shop {

        private final AtomicInteger runs = new AtomicInteger();

        int runs() {
            return runs.get();
        }

        @Idempotent(key = "#id")
        public String value(String id, Callable<String> work) throws Exception {
            return run(work);
        }

        @Backoff
        @Idempotent(key = "#id")
        public String retriedValue(String id, Callable<String> work) throws Exception {
            return run(work);
        }

        @Idempotent(key = "#id")
        public CompletableFuture<String> future(String id, Callable<String> work) {
            return later(work);
        }

        @Backoff
        @Idempotent(key = "#id")
        public CompletionStage<String> retriedStage(String id, Callable<String> work) {
            return later(work);
        }

        @Idempotent(key = "#id")
        public Mono<String> mono(String id, Callable<String> work) {
            return Mono.fromCallable(() -> run(work));
        }

        @Backoff
        @Idempotent(key = "#id")
        public Mono<String> retriedMono(String id, Callable<String> work) {
            return Mono.fromCallable(() -> run(work));
        }

        private CompletableFuture<String> later(Callable<String> work) {
            var result = new CompletableFuture<String>();
            CompletableFuture.runAsync(() -> {
                try {
                    result.complete(run(work));
                } catch (Exception failure) {
                    result.completeExceptionally(failure);
                }
            });
            return result;
        }

        private String run(Callable<String> work) throws Exception {
            runs.incrementAndGet();
            return work.call();
        }
    }

    static class Futures {

        private final Queue<CompletableFuture<Object>> stages = new ArrayDeque<>();

        Queue<CompletableFuture<Object>> stages() {
            return stages;
        }

        @Idempotent(key = "#id")
        public CompletableFuture<List<Integer>> plain(String id) {
            return started();
        }

        @Idempotent(key = "#id")
        public CompletableFuture<String> broken(String id) {
            throw new IllegalStateException();
        }

        @SuppressWarnings("unchecked") // Tests complete them with what was declared.
        private <T> CompletableFuture<T> started() {
            var stage = new CompletableFuture<Object>();
            stages.add(stage);
            return (CompletableFuture<T>) (CompletableFuture<?>) stage;
        }
    }

    static class Seals {

        @Idempotent(key = "#id")
        public Seal seal(String id) {
            return new Seal();
        }
    }

    static class Seal {

        public String getWax() {
            throw new NoClassDefFoundError("Wax");
        }
    }

    record Parcel(String id) {}

    record Weight(int grams) {}

    abstract static class Post<T, R> {

        @Idempotent(key = "#item.id")
        R weigh(T item) {
            return weight(item);
        }

        @Idempotent(key = "#item.id")
        CompletableFuture<List<R>> weighLater(T item) {
            return CompletableFuture.completedFuture(List.of(weight(item)));
        }

        abstract R weight(T item);
    }

    static class ParcelPost extends Post<Parcel, Weight> {

        @Idempotent(key = "#parcel.id")
        CompletableFuture<Weight> measure(Parcel parcel) {
            return CompletableFuture.completedFuture(weight(parcel));
        }

        @Override
        Weight weight(Parcel parcel) {
            return new Weight(parcel.id().length());
        }
    }
}
