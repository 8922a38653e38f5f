package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.FakeCallee;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Responses of a real server as the policy sees them through each client. */
class ReceivedAnswerTests {

    private static final Map<String, String> PROBLEM =
            Map.of("Content-Type", "application/problem+json", "Retry-After", "1");

    // What a response says, alone.
    private final ApplicationContextRunner context = ClientApplication.runner()
            .withPropertyValues(
                    "backoff.policies.default.throttled-delay=0", "backoff.policies.default.retry-after-spread=0");
    private final FakeCallee callee = new FakeCallee();

    @AfterEach
    void stop() {
        callee.close();
    }

    @ParameterizedTest
    @EnumSource
    void headerSaysNever(Client client) {
        callee.answers(503, Map.of("Retry-Pushback-Ms", "-1", "Retry-After", "1"), "");
        context.run(running -> {
            call(client, running);
            assertThat(lastStop(running)).isEqualTo(StopReason.OVERLOADED);
        });
        assertThat(callee.attempts()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void problemSaysNever(Client client) {
        callee.answers(503, PROBLEM, "{\"type\": \"urn:problem:backoff:overloaded-no-retry\", \"retry\": \"never\"}");
        context.run(running -> {
            call(client, running);
            assertThat(lastStop(running)).isEqualTo(StopReason.OVERLOADED);
        });
        assertThat(callee.attempts()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void headerSaysWhen(Client client) {
        callee.answers(503, Map.of("Retry-Pushback-Ms", "120", "Retry-After", "1"), "");
        context.run(running -> {
            call(client, running);
            assertThat(running.getBean(FakeTime.class).waits()).containsOnly(Duration.ofMillis(120));
        });
        assertThat(callee.attempts()).hasSize(3);
    }

    /** Amazon throttles with a 400, which is not retried. */
    @ParameterizedTest
    @EnumSource
    void theMillisecondsOfAmazonStartPacing(Client client) {
        callee.answers(400, Map.of("x-amz-retry-after", "150"), "");
        assertThat(isPacedAfterTwoCalls(client)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anotherFailureDoesNotStartPacing(Client client) {
        callee.answers(400, Map.of("Retry-After", "1"), "");
        assertThat(isPacedAfterTwoCalls(client)).isFalse();
    }

    private boolean isPacedAfterTwoCalls(Client client) {
        AtomicBoolean paced = new AtomicBoolean();
        context.withPropertyValues("backoff.policies.p.pace=adaptive").run(running -> {
            call(client, running);
            call(client, running);
            Pace pace = running.getBean(BackoffPolicies.class).get("p").lane().pace();
            long now = running.getBean(FakeTime.class).nanoTime();
            paced.set(!pace.pacing(now).isEmpty());
        });
        assertThat(callee.attempts()).hasSize(2);
        return paced.get();
    }

    @ParameterizedTest
    @EnumSource
    void problemSaysWhen(Client client) {
        callee.answers(503, PROBLEM, "{\"retry\": \"after\", \"retryAfterMs\": 130}");
        context.run(running -> {
            call(client, running);
            assertThat(running.getBean(FakeTime.class).waits()).containsOnly(Duration.ofMillis(130));
        });
        assertThat(callee.attempts()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void retryAfterSaysWhen(Client client) {
        callee.answers(503, Map.of("Retry-After", "1"), "");
        context.run(running -> {
            call(client, running);
            assertThat(running.getBean(FakeTime.class).waits()).containsOnly(Duration.ofSeconds(1));
        });
        assertThat(callee.attempts()).hasSize(3);
    }

    @Test
    void endsTheCallWhenTheHintIsBeyondItsTime() {
        callee.answers(503, Map.of("Retry-After", "31536000"), "");
        context.run(running -> {
            call(Client.REST_CLIENT, running);
            assertThat(lastStop(running)).isEqualTo(StopReason.ELAPSED);
        });
        assertThat(callee.attempts()).hasSize(1);
    }

    @Test
    void neverAlsoEndsTheOuterCalls() {
        callee.answers(503, Map.of("Retry-Pushback-Ms", "-1"), "");
        context.withPropertyValues("backoff.policies.outer.max-attempts=3").run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            catchThrowable(() -> operations.call("outer", () -> {
                Client.REST_CLIENT.get(running, callee.url());
                return null;
            }));
            assertThat(running.getBean(RecordingListener.class).decisions())
                    .extracting(RetryDecision::policy, RetryDecision::stopReason)
                    .containsExactly(tuple("p", StopReason.OVERLOADED), tuple("outer", StopReason.OVERLOADED));
        });
        assertThat(callee.attempts()).hasSize(1);
    }

    private void call(Client client, ApplicationContext running) {
        assertThat(catchThrowable(() -> client.get(running, callee.url()))).isNotNull();
    }

    private static StopReason lastStop(ApplicationContext running) {
        var decisions = running.getBean(RecordingListener.class).decisions();
        return decisions.get(decisions.size() - 1).stopReason();
    }
}
