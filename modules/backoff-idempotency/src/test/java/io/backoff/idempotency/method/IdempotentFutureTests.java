package io.backoff.idempotency.method;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.IN_PROGRESS;
import static io.backoff.idempotency.claim.IdempotencyOutcome.RELEASED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

class IdempotentFutureTests {

    @Test
    void yieldsTheFirstResultAgain() {
        run((shop, context) -> {
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
        run((shop, context) -> {
            var first = shop.plain("1");
            first.cancel(true);
            assertThat(shop.stages().remove()).isCancelled();
            assertThat(first).isCancelled();
            assertThat(outcomes(context)).containsExactly(RELEASED);
        });
    }

    @Test
    void failsWhatIsThrownBeforeThereIsAFuture() {
        run((shop, context) -> {
            assertThat(failure(shop.broken("1"))).isInstanceOf(IllegalStateException.class);
            assertThat(failure(shop.broken("1"))).isInstanceOf(IllegalStateException.class);
            assertThat(outcomes(context)).containsExactly(RELEASED, RELEASED);
        });
    }

    private static Throwable failure(CompletableFuture<?> future) {
        return future.handle((value, thrown) -> thrown).join();
    }

    private static void run(BiConsumer<Shop, ApplicationContext> test) {
        IdempotentApplication.with(Shop.class)
                .run(context -> test.accept(context.getBean(Shop.class), context.getSourceApplicationContext()));
    }

    private static List<IdempotencyOutcome> outcomes(ApplicationContext context) {
        return context.getBean(RecordingOutcomes.class).outcomes();
    }

    static class Shop {

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
}
