package io.backoff.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.springframework.util.backoff.BackOffExecution.STOP;

import io.backoff.PermanentException;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.Classifier;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.UnknownPolicyException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

class SpringPoliciesTests {

    private Map<String, BackoffPolicy> current = Map.of();
    private final SpringPolicies policies = new SpringPolicies(new BackoffPolicies(() -> current), new FakeTime());
    private final AtomicInteger attempts = new AtomicInteger();

    private final RetryTemplate template = new RetryTemplate(new SpringPolicies(
                    new BackoffPolicies(
                            () -> Map.of("orders", Policies.doubling(Duration.ofNanos(51_200), 4, Duration.ZERO))),
                    new FakeTime())
            .retryPolicy("orders"));

    SpringPoliciesTests() {
        change(100, 3);
    }

    @Test
    void areABean() {
        Applications.with(BackoffAutoConfiguration.class)
                .run(running -> assertThat(running).hasSingleBean(SpringPolicies.class));
    }

    @Test
    void rejectAnUnknownPolicyImmediately() {
        assertThatExceptionOfType(UnknownPolicyException.class)
                .isThrownBy(() -> policies.backOff("odrers"))
                .withMessageContaining("orders");
        assertThatExceptionOfType(UnknownPolicyException.class).isThrownBy(() -> policies.retryPolicy("odrers"));
    }

    @Test
    void followLaterChangesFromTheNextExecutionOn() {
        BackOff backOff = policies.backOff("orders");
        BackOffExecution underWay = backOff.start();
        assertThat(underWay.nextBackOff()).isEqualTo(100);
        change(7, 2);
        assertThat(underWay.nextBackOff()).isEqualTo(200);
        BackOffExecution next = backOff.start();
        assertThat(next.nextBackOff()).isEqualTo(7);
        assertThat(next.nextBackOff()).isEqualTo(STOP);
    }

    @Test
    void followLaterChangesInARetryPolicy() {
        RetryPolicy retries = policies.retryPolicy("orders");
        change(Policies.disabled());
        assertThat(retries.shouldRetry(new IOException())).isFalse();
        assertThat(retries.getTimeout()).isZero();
        assertThat(retries.getBackOff().start().nextBackOff()).isEqualTo(STOP);
        change(7, 2);
        assertThat(retries.shouldRetry(new IOException())).isTrue();
        assertThat(retries.getBackOff().start().nextBackOff()).isEqualTo(7);
    }

    @Test
    void judgeFailuresAsThePolicyDoes() {
        RetryPolicy retries = policies.retryPolicy("orders");
        assertThat(retries.shouldRetry(new IOException())).isTrue();
        assertThat(retries.shouldRetry(new CompletionException(new IOException())))
                .isTrue();
        assertThat(retries.shouldRetry(new IllegalStateException())).isFalse();
        assertThat(retries.shouldRetry(new PermanentException(new IOException())))
                .isFalse();
        assertThat(retries.shouldRetry(new InterruptedException())).isFalse();
    }

    @Test
    void judgeFailuresByGroup() {
        Applications.with(BackoffAutoConfiguration.class)
                .withPropertyValues(
                        "backoff.policies.io.retry-on=transient,java.lang.NumberFormatException",
                        "backoff.policies.all.abort-on=")
                .run(running -> {
                    SpringPolicies all = running.getBean(SpringPolicies.class);
                    RetryPolicy usual = all.retryPolicy("default");
                    assertThat(usual.shouldRetry(new IOException(new NumberFormatException())))
                            .isFalse();
                    assertThat(usual.shouldRetry(new IllegalStateException())).isTrue();
                    RetryPolicy io = all.retryPolicy("io");
                    assertThat(io.shouldRetry(new IOException())).isTrue();
                    assertThat(io.shouldRetry(new NumberFormatException())).isTrue();
                    assertThat(io.shouldRetry(new IllegalStateException())).isFalse();
                    assertThat(all.retryPolicy("all").shouldRetry(new NumberFormatException()))
                            .isTrue();
                });
    }

    @Test
    void doNotRetryWhatAClassifierBreaksOn() {
        Classifier broken = failure -> {
            throw new IllegalStateException("broken");
        };
        Applications.with(BackoffAutoConfiguration.class)
                .withBean(Classifier.class, () -> broken)
                .run(running -> assertThat(running.getBean(SpringPolicies.class)
                                .retryPolicy("default")
                                .shouldRetry(new IOException()))
                        .isFalse());
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT0S",
        "PT0.0000001S, PT0.001S",
        "PT0.0015S, PT0.002S",
        "PT30S, PT30S",
        "PT2562047788015215H, PT2562047788015H12M55.807S"
    })
    void timeARetryPolicyOutInMilliseconds(Duration maxElapsed, Duration timeout) {
        change(Policies.doubling(Duration.ofMillis(1), 3, maxElapsed));
        assertThat(policies.retryPolicy("orders").getTimeout()).isEqualTo(timeout);
    }

    @Test
    void sayWhatTheyAre() {
        assertThat(policies.backOff("orders")).hasToString("BackOff of policy 'orders'");
        assertThat(policies.retryPolicy("orders")).hasToString("RetryPolicy of policy 'orders'");
    }

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

    private void change(long delayMillis, int maxAttempts) {
        change(Policies.doubling(Duration.ofMillis(delayMillis), maxAttempts, Duration.ZERO));
    }

    private void change(BackoffPolicy policy) {
        current = Map.of("orders", policy);
    }
}
