package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Inner advice runs again for each attempt. */
class OtherAdviceWovenTests {

    private final Advised advised = new Advised();

    @BeforeEach
    void forget() {
        OtherAspect.calls = 0;
    }

    @Test
    void runsForEachAttempt() {
        WovenContexts.runner()
                .withPropertyValues("backoff.policies.default.max-attempts=5")
                .run(running -> {
                    assertThatThrownBy(advised::fail).hasMessage("attempt 5");
                    assertThat(OtherAspect.calls).isEqualTo(5);
                });
    }

    @Test
    void runsForEachAttemptOnAnotherThread() {
        WovenContexts.runner()
                .withPropertyValues("backoff.policies.default.max-attempts=5")
                .run(running -> {
                    assertThatThrownBy(() -> advised.failLater().join())
                            .rootCause()
                            .hasMessage("attempt 5");
                    assertThat(OtherAspect.calls).isEqualTo(5);
                });
    }

    static class Advised {

        private int attempts;

        @Backoff
        void fail() {
            attempts++;
            throw new IllegalStateException("attempt " + attempts);
        }

        @Backoff
        CompletableFuture<Void> failLater() {
            return CompletableFuture.runAsync(this::failNow);
        }

        // Has no annotation, but is advised by the other aspect.
        private void failNow() {
            OtherAspect.calls--;
            attempts++;
            throw new IllegalStateException("attempt " + attempts);
        }
    }
}
