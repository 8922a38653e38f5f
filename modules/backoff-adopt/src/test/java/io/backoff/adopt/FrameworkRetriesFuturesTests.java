package io.backoff.adopt;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;

/** Spring Framework retries methods that return futures for what they throw, not for failed futures. */
class FrameworkRetriesFuturesTests extends OneLibrary {

    private final Shop shop = get(Shop.class);

    FrameworkRetriesFuturesTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class);
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

    static class Shop {

        @Retryable(delay = 0)
        public CompletionStage<String> request(Script script) {
            return script.run();
        }
    }
}
