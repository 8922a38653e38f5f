package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.FakeCallee;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Responses of a real server as the policy sees them through each client. */
class ReceivedAnswerTests {

    private static final Map<String, String> PROBLEM =
            Map.of("Content-Type", "application/problem+json", "Retry-After", "1");

    // The response alone, without a policy.
    private final ApplicationContextRunner context =
            ClientApplication.runner().withPropertyValues(policy("default", "throttled-delay=0, retry-after-spread=0"));

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

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

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void areRead(String name, Map<String, String> headers, String body, @Nullable Duration wait) {
        callee.answers(503, headers, body);
        context.run(running -> {
            for (Client client : Client.values()) {
                callee.attempts().clear();
                running.getBean(FakeTime.class).clear();
                call(client, running);
                List<Duration> waits = wait == null ? List.of() : List.of(wait, wait);
                assertThat(running.getBean(FakeTime.class).waits())
                        .as("%s", client)
                        .isEqualTo(waits);
                assertThat(callee.attempts()).as("%s", client).hasSize(waits.size() + 1);
                assertThat(lastStop(running))
                        .as("%s", client)
                        .isEqualTo(wait == null ? StopReason.OVERLOADED : StopReason.EXHAUSTED);
            }
        });
    }

    static Stream<Arguments> areRead() {
        String never = "{\"type\": \"urn:problem:backoff:overloaded-no-retry\", \"retry\": \"never\"}";
        String later = "{\"retry\": \"after\", \"retryAfterMs\": 130}";
        return Stream.of(
                arguments("header: never", Map.of("Retry-Pushback-Ms", "-1", "Retry-After", "1"), "", null),
                arguments("problem: never", PROBLEM, never, null),
                arguments("header", Map.of("Retry-Pushback-Ms", "120", "Retry-After", "1"), "", Duration.ofMillis(120)),
                arguments("problem", PROBLEM, later, Duration.ofMillis(130)),
                arguments("Retry-After", Map.of("Retry-After", "1"), "", Duration.ofSeconds(1)));
    }

    /** Its status, 409, is not in retry-on-status. */
    @ParameterizedTest
    @EnumSource
    void aRequestInProgressIsRepeated(Client client) {
        callee.answers(409, PROBLEM, "{\"type\": \"urn:problem:backoff:idempotency-in-progress\"}");
        context.withPropertyValues("backoff.policies.p.retry-on=transient").run(running -> {
            call(client, running);
            assertThat(running.getBean(FakeTime.class).waits())
                    .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        });
        assertThat(callee.attempts()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void otherConflictsAreNotRepeated(Client client) {
        callee.answers(409, PROBLEM, "{\"type\": \"urn:problem:backoff:idempotency-duplicate\"}");
        context.run(running -> call(client, running));
        assertThat(callee.attempts()).hasSize(1);
    }

    /** Its status says that the request succeeded, but the caller has no response. Feign's default client misses that. */
    @ParameterizedTest
    @EnumSource(names = "FEIGN", mode = EnumSource.Mode.EXCLUDE)
    void aResponseThatBreaksOffIsRepeated(Client client) {
        callee.breaksOff();
        context.run(running -> call(client, running));
        assertThat(callee.attempts()).hasSize(3);
    }

    /** The callee would repeat the operation for another response that the caller cannot use either. */
    @ParameterizedTest
    @MethodSource
    void aCompleteResponseThatTheCallerCannotUseIsNotRepeated(String type, String body, Class<?> wanted) {
        callee.answers(200, Map.of("Content-Type", type), body);
        context.run(running -> {
            WebClient client = running.getBean(WebClient.Builder.class).build();
            Throwable failure = catchThrowable(() -> running.getBean(BackoffOperations.class)
                    .call(
                            "p",
                            () -> client.post()
                                    .uri(callee.url())
                                    .retrieve()
                                    .bodyToMono(wanted)
                                    .block()));
            assertThat(failure).isInstanceOf(WebClientResponseException.class);
        });
        assertThat(callee.attempts()).hasSize(1);
    }

    static Stream<Arguments> aCompleteResponseThatTheCallerCannotUseIsNotRepeated() {
        return Stream.of(
                arguments("text/html", "<p>Sign in</p>", Map.class),
                arguments("text/plain", "x".repeat(300 * 1024), String.class));
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
