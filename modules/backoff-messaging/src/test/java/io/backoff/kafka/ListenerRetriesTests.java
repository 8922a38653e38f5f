package io.backoff.kafka;

import static io.backoff.kafka.KafkaApplication.send;
import static io.backoff.kafka.KafkaApplication.topic;
import static io.backoff.messaging.CountedCalls.outcomes;
import static io.backoff.testkit.Applications.budget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** Messages on a real broker, delivered to a listener under a policy. */
@ExtendWith(KafkaBroker.class)
class ListenerRetriesTests {

    @Test
    void makeTheAttemptsOfThePolicyAndGiveTheMessageToTheErrorHandlerOfTheApplication() {
        KafkaApplication.with(OrderListener.class, Handler.class).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            send(context, "poison", 0);
            send(context, "order", 0);
            await().until(() -> listener.dead.size() == 1 && listener.processed.size() == 1);
            assertThat(listener.deliveries).containsExactly("poison", "poison", "poison", "order");
            ConsumerRecord<?, ?> dead = listener.dead.get(0);
            assertThat(dead.value()).isEqualTo("poison");
            assertThat(header(dead, "kafka_dlt-exception-cause-fqcn")).isEqualTo("java.io.IOException");
            assertThat(header(dead, "kafka_dlt-original-topic")).isEqualTo(topic(context));
            await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                    .containsExactly(Map.entry("exhausted", 1), Map.entry("success", 1)));
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "OrderListener.bury")).containsExactly(Map.entry("success", 1)));
        });
    }

    @Test
    void giveTheMessageToTheRecovererOfTheApplication() {
        KafkaApplication.with(OrderListener.class, Recoverer.class).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            send(context, "poison", 0);
            await().until(() -> listener.dead.size() == 1);
            assertThat(listener.deliveries).hasSize(3);
        });
    }

    @Test
    void countAMessageThatIsProcessedInTheEndAsRecovered() {
        KafkaApplication.with(OrderListener.class).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            send(context, "third", 0);
            send(context, "order", 0);
            await().until(() -> listener.processed.size() == 2);
            await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                    .containsExactly(Map.entry("recovered", 1), Map.entry("success", 1)));
            assertThat(listener.deliveries).containsExactly("third", "third", "third", "order");
        });
    }

    @Test
    void areSharedByTheRecordsOfATopic() {
        KafkaApplication.with(OrderListener.class, Handler.class)
                .withPropertyValues("backoff.budgets.orders.burst=7")
                .run(context -> {
                    OrderListener listener = context.getBean(OrderListener.class);
                    send(context, "poison", 0);
                    await().until(() -> listener.dead.size() == 1);
                    Keys keys =
                            context.getBean(BackoffPolicies.class).get("orders").keys();
                    assertThat(keys.mostDenied("orders", 10))
                            .filteredOn(key -> key.tokens() < 7)
                            .extracting(Keys.Usage::tokens)
                            .containsExactly(5);
                });
    }

    @Test
    void giveUpImmediatelyWhatNoRetryCanCure() {
        KafkaApplication.with(OrderListener.class, Handler.class).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            send(context, "invalid", 0);
            send(context, "unreadable", 0);
            await().until(() -> listener.dead.size() == 2);
            assertThat(listener.deliveries).containsExactly("invalid", "unreadable");
            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("not_retryable", 2));
        });
    }

    @Test
    void waitAsLongAsAHintSays() {
        KafkaApplication.with(OrderListener.class, Handler.class)
                .withPropertyValues("backoff.policies.orders.retry-after-spread=0")
                .run(context -> {
                    OrderListener listener = context.getBean(OrderListener.class);
                    AtomicLong start = new AtomicLong(System.nanoTime());
                    send(context, "throttled", 0);
                    await().until(() -> listener.dead.size() == 1);
                    assertThat(Duration.ofNanos(System.nanoTime() - start.get()))
                            .isGreaterThan(Duration.ofMillis(600));
                    assertThat(listener.deliveries).hasSize(3);
                });
    }

    @Test
    void areBoundedByTheBudgetInEveryPartition() {
        KafkaApplication.with(OrderListener.class, Handler.class)
                .withPropertyValues(budget("orders", "min-per-second=0, ratio=0"))
                .withPropertyValues("partitions=2", "backoff.policies.orders.delay=0")
                .run(context -> {
                    OrderListener listener = context.getBean(OrderListener.class);
                    // A rebalance meanwhile would abort calls.
                    await().until(() -> eachConsumerHasAPartition(context));
                    for (int partition = 0; partition < 2; partition++) {
                        for (String each : Collections.nCopies(50, "poison")) {
                            send(context, each, partition);
                        }
                    }
                    await().until(() -> listener.dead.size() == 100);
                    assertThat(listener.deliveries).hasSize(120);
                    Map<String, Integer> outcomes = outcomes(context, "order-placed");
                    assertThat(outcomes).containsOnlyKeys("exhausted", "budget_denied");
                    assertThat(outcomes.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum())
                            .isEqualTo(100);
                });
    }

    private static boolean eachConsumerHasAPartition(ApplicationContext context) {
        var container = (ConcurrentMessageListenerContainer<?, ?>) Objects.requireNonNull(
                context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("order-placed"));
        return container.getContainers().stream()
                .allMatch(each -> each.getAssignedPartitions() != null
                        && each.getAssignedPartitions().size() == 1);
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    static class Handler {

        @Bean
        DefaultErrorHandler errorHandler(KafkaTemplate<Object, Object> template) {
            return new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template), new FixedBackOff(1, 50));
        }
    }

    static class Recoverer {

        @Bean
        DeadLetterPublishingRecoverer recoverer(KafkaTemplate<Object, Object> template) {
            return new DeadLetterPublishingRecoverer(template);
        }
    }
}
