package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;

/** Methods without a policy follow the policy {@code default}, whose pace is on: each has its own rate. */
class AdoptedLanesTests extends AdoptionContract {

    private final Shop shop = get(Shop.class);
    private final FakeTime time = get(FakeTime.class);
    private final boolean governed;

    AdoptedLanesTests(AdoptedLibrary library, String mode) {
        super(
                library,
                () -> new AdoptedApplication(mode, "backoff.policies.default.pace=adaptive"),
                Shop.class,
                Throttling.class,
                FakeTime.class);
        governed = mode.equals("govern");
    }

    @BeforeEach
    void throttleOneMethod() {
        assertThat(catchThrowable(() -> shop.throttled(Script.of(new ThrottledException()))))
                .isNotNull();
        time.clear();
    }

    @Test
    void aThrottledMethodDelaysItsOwnAttempts() {
        shop.throttled(Script.of("sold"));
        assertThat(time.waits()).hasSize(governed ? 1 : 0);
    }

    @Test
    void aThrottledMethodDelaysNoOther() {
        shop.healthy(Script.of("sold"));
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void theMetersOfThePolicyIncludeAllMethods() {
        double rate = get(BackoffPolicies.class).get("default").lane().pace().rate(time.nanoTime());
        if (governed) {
            assertThat(rate).isPositive();
        } else {
            assertThat(rate).isNaN();
        }
    }

    static final class ThrottledException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    static final class Throttling implements Classifier {

        @Override
        public @Nullable Verdict classify(Throwable failure) {
            return failure instanceof ThrottledException ? Verdict.retry(RetryCause.THROTTLED) : null;
        }
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Object throttled(Script script) {
            return script.run();
        }

        public Object healthy(Script script) {
            return script.run();
        }
    }
}
