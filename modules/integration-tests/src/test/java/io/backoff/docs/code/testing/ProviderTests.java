package io.backoff.docs.code.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ProviderTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(ShopApplication.class)
            .withBean(FakeTime.class)
            .withPropertyValues(
                    "backoff.policies.payments.delay=100ms",
                    "backoff.policies.slow.attempt-timeout=1s",
                    "backoff.policies.slow.max-attempts=1");

    private final FlakyProvider provider = new FlakyProvider();

    @Test
    void succeedsAtTheSecondAttempt() {
        application.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);

            RecordingListener decisions = new RecordingListener();
            operations.call("payments", provider::ping, decisions);

            assertThat(decisions.decisions()).extracting(RetryDecision::attempt).containsExactly(1, 2);
        });
    }

    @Test
    void givesUpOnASilentProvider() {
        application.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            FakeTime time = running.getBean(FakeTime.class);

            CompletableFuture<String> answer = operations.callAsync("slow", CompletableFuture::new);
            time.advance(Duration.ofSeconds(1));

            assertThat(answer)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(TimeoutException.class);
        });
    }

    private static final class FlakyProvider {

        private int calls;

        String ping() throws IOException {
            if (++calls == 1) {
                throw new IOException("down");
            }
            return "pong";
        }
    }
}
