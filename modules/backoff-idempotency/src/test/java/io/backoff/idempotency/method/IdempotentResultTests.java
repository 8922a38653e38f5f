package io.backoff.idempotency.method;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.RELEASED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.PermanentException;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

/** What operations have in common, whatever kind of result they return. */
class IdempotentResultTests {

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

    /** A group holds what may not be worth a retry now; it does not say that the operation can never succeed. */
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

    private static final Duration TIME = Duration.ofSeconds(10);

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
}
