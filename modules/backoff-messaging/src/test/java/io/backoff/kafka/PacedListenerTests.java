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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;

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
            throttle(context);
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

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true"})
    void aRecordWhoseFirstTurnIsTooLateStaysInItsTopic(boolean drop, boolean recovered) {
        List<Object> recoveries = new CopyOnWriteArrayList<>();
        ApplicationContextRunner late = application.withPropertyValues(
                "backoff.policies.orders.max-elapsed=50ms", "backoff.kafka.drop=" + drop);
        ConsumerRecordRecoverer recoverer = (record, failure) -> recoveries.add(record);
        (recovered ? late.withBean(ConsumerRecordRecoverer.class, () -> recoverer) : late).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            throttle(context);
            send(context, "order", 0);
            await().untilAsserted(
                            () -> assertThat(outcomes(context, "order-placed")).containsOnlyKeys("elapsed"));
            assertThat(listener.deliveries).isEmpty();
            context.getBean(FakeTime.class).advance(Duration.ofSeconds(1));
            await().untilAsserted(
                            () -> assertThat(outcomes(context, "order-placed")).containsOnlyKeys("elapsed", "success"));
            assertThat(listener.deliveries).containsExactly("order");
            assertThat(recoveries).isEmpty();
        });
    }

    @Test
    void aBatchWhoseFirstTurnIsTooLateIsDeliveredAgainAsANewCall() {
        KafkaApplication.with(ListenerTests.BatchListener.class)
                .withBean(FakeTime.class)
                .withPropertyValues(
                        "backoff.policies.orders.pace=adaptive",
                        "backoff.policies.orders.max-elapsed=50ms",
                        "backoff.policies.orders.max-attempts=1",
                        "backoff.kafka.drop=true",
                        "spring.kafka.listener.type=batch")
                .run(context -> {
                    throttle(context);
                    send(context, "poison", 0);
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-batch")).containsOnlyKeys("elapsed"));
                    context.getBean(FakeTime.class).advance(Duration.ofSeconds(1));
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-batch")).containsOnlyKeys("elapsed", "exhausted"));
                    assertThat(context.getBean(ListenerTests.BatchListener.class).deliveries)
                            .containsExactly(List.of("poison"));
                });
    }

    private static void throttle(ApplicationContext context) {
        Calls.throttle(pace(context).lane(topic(context)), context.getBean(FakeTime.class));
    }

    private static Pace pace(ApplicationContext context) {
        return context.getBean(BackoffPolicies.class).get("orders").lane().pace();
    }
}
