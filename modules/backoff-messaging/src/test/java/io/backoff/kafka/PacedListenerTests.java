package io.backoff.kafka;

import static io.backoff.kafka.KafkaApplication.send;
import static io.backoff.kafka.KafkaApplication.topic;
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

/** Records whose listener is throttled, in fake time: the delays are the container's. Records of one topic share a pace. */
@ExtendWith(KafkaBroker.class)
class PacedListenerTests {

    private final ApplicationContextRunner application = KafkaApplication.with(OrderListener.class)
            .withBean(FakeTime.class)
            .withPropertyValues("backoff.policies.orders.pace=adaptive", "backoff.policies.orders.throttled-delay=5ms");

    @Test
    void eachAttemptWaitsForItsTurn() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane(topic(context)), time);
            time.clear();
            send(context, "third", 0);
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("recovered", 1)));
            assertThat(time.waits())
                    .hasSize(3)
                    .allSatisfy(wait -> assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160)));
        });
    }

    @Test
    void recordsOfAnotherTopicDoNotWait() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane("another"), time);
            time.clear();
            send(context, "order", 0);
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("success", 1)));
            assertThat(time.waits()).isEmpty();
        });
    }

    @Test
    void throttledAttemptsStartPacing() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        application.withBean(Classifier.class, () -> throttling).run(context -> {
            send(context, "poison", 0);
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 1)));
            long now = context.getBean(FakeTime.class).nanoTime();
            assertThat(pace(context).pacing(now)).containsOnlyKeys(topic(context));
        });
    }

    private static Pace pace(ApplicationContext context) {
        return context.getBean(BackoffPolicies.class).get("orders").lane().pace();
    }
}
