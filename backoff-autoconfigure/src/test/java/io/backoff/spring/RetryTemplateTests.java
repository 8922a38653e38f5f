package io.backoff.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryTemplate;

/** Framework's own template under a named policy. It sleeps in real time, hence the short delays. */
class RetryTemplateTests {

    private final AtomicInteger attempts = new AtomicInteger();
    private final RetryTemplate template = new RetryTemplate(new SpringPolicies(
                    new BackoffPolicies(
                            () -> Map.of("orders", Policies.doubling(Duration.ofNanos(51_200), 4, Duration.ZERO))),
                    new FakeTime())
            .retryPolicy("orders"));

    @Test
    void retriesUntilItSucceeds() throws Exception {
        String result = template.execute(() -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IOException("down");
            }
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void makesAsManyAttemptsAsThePolicySays() {
        assertThatExceptionOfType(RetryException.class)
                .isThrownBy(() -> template.execute(() -> {
                    throw new FileNotFoundException("attempt " + attempts.incrementAndGet());
                }))
                .withRootCauseInstanceOf(FileNotFoundException.class)
                .satisfies(failure -> assertThat(failure.getRetryCount()).isEqualTo(3));
        assertThat(attempts).hasValue(4);
    }

    @Test
    void doesNotRetryWhatThePolicyDoesNot() {
        assertThatExceptionOfType(RetryException.class)
                .isThrownBy(() -> template.execute(() -> {
                    throw new IllegalArgumentException("attempt " + attempts.incrementAndGet());
                }));
        assertThat(attempts).hasValue(1);
    }
}
