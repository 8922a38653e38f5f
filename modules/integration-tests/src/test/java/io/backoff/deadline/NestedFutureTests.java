package io.backoff.deadline;

import static io.backoff.policy.Outcome.ELAPSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Nested calls whose deadlines are equal. */
class NestedFutureTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
            .withBean(FakeTime.class);

    /** Whichever timer comes first. */
    @Test
    void bothHaveRunOutOfTime() {
        application
                .withPropertyValues("backoff.policies.outer.max-elapsed=1s", "backoff.policies.inner.max-elapsed=1m")
                .run(running -> {
                    BackoffOperations operations = running.getBean(BackoffOperations.class);
                    CompletableFuture<Object> call =
                            operations.callAsync("outer", () -> operations.callAsync("inner", CompletableFuture::new));
                    running.getBean(FakeTime.class).advance(Duration.ofSeconds(1));
                    assertThat(call).isCompletedExceptionally();
                    CallStatisticsRegistry statistics = running.getBean(CallStatisticsRegistry.class);
                    assertThat(statistics.counts("outer")).containsOnlyKeys(ELAPSED);
                });
    }
}
