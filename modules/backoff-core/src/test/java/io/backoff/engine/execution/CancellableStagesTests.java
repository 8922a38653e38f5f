package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CancellableStagesTests {

    @Test
    void aFutureThatOffersCopiesIsCancelledItself() {
        CompletableFuture<String> future = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> toCompletableFuture() {
                return copy();
            }
        };
        CancellableStages.cancel(future);
        assertThat(future).isCancelled();
    }

    @Test
    void aStageThatCannotBeCancelledIsLeftRunning() {
        CompletableFuture<String> source = new CompletableFuture<>();
        assertThatCode(() -> CancellableStages.cancel(source.minimalCompletionStage()))
                .doesNotThrowAnyException();
        assertThat(source).isNotDone();
    }
}
