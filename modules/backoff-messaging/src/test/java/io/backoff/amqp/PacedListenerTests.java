package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.queue;
import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Messages whose listener is throttled. Messages of one queue share a pace. */
@ExtendWith(AmqpBroker.Shared.class)
class PacedListenerTests {

    private final ApplicationContextRunner application = AmqpApplication.inFakeTime(OrderListener.class)
            .withPropertyValues(
                    "backoff.policies.orders.pace=adaptive", "backoff.policies.orders.throttled-delay=100ms");

    @Test
    void eachAttemptWaitsForItsTurn() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane(queue(context)), time);
            time.clear();
            send(context, "third");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("recovered", 1)));
            // The last delay is longer than the time between two turns.
            assertThat(time.waits())
                    .satisfiesExactly(
                            PacedListenerTests::assertTurn,
                            delay -> assertThat(delay).isEqualTo(Duration.ofMillis(100)),
                            turn -> assertThat(turn).isBetween(Duration.ofMillis(10), Duration.ofMillis(60)),
                            delay -> assertThat(delay).isEqualTo(Duration.ofMillis(200)));
        });
    }

    @Test
    void messagesOfAnotherQueueDoNotWait() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane("another"), time);
            time.clear();
            send(context, "order");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("success", 1)));
            assertThat(time.waits()).isEmpty();
        });
    }

    @Test
    void throttledAttemptsStartPacing() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        application.withBean(Classifier.class, () -> throttling).run(context -> {
            send(context, "poison");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 1)));
            long now = context.getBean(FakeTime.class).nanoTime();
            assertThat(pace(context).pacing(now)).containsOnlyKeys(queue(context));
        });
    }

    private static void assertTurn(Duration wait) {
        assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160));
    }

    private static Pace pace(ApplicationContext context) {
        return context.getBean(BackoffPolicies.class).get("orders").lane().pace();
    }
}
