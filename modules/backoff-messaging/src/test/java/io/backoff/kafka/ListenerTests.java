package io.backoff.kafka;

import static io.backoff.kafka.KafkaApplication.send;
import static io.backoff.kafka.KafkaApplication.topic;
import static io.backoff.messaging.CountedCalls.change;
import static io.backoff.messaging.CountedCalls.outcomes;
import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys;
import io.backoff.testkit.Logged;
import io.backoff.text.DurationText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.CommonLoggingErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.serializer.ErrorHandlingDeserializer;
import org.springframework.util.backoff.FixedBackOff;

/** Messages on a real broker, delivered to a listener under a policy. */
@ExtendWith(KafkaBroker.class)
@Logged(
        names = {
            "io.backoff.autoconfigure.StartupReport",
            "io.backoff.kafka",
            "io.backoff.config.source",
            "io.backoff.messaging"
        })
class ListenerTests {

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
                    send(context, "throttled PT0.3S", 0);
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

    @Test
    void aShutdownEndsTheWaitAndLeavesTheMessageInItsTopic() {
        String topic = "topic=orders-" + UUID.randomUUID();
        KafkaApplication.with(OrderListener.class)
                .withPropertyValues(policy("orders", "delay=1h, max-delay=1h, max-elapsed=0"))
                .withPropertyValues(topic)
                .run(context -> {
                    send(context, "third", 0);
                    OrderListener listener = context.getBean(OrderListener.class);
                    await().until(() -> !listener.deliveries.isEmpty());
                    await().atMost(Duration.ofSeconds(10)).until(() -> {
                        context.close();
                        return true;
                    });
                    assertThat(listener.deliveries).hasSize(1);
                });
        KafkaApplication.with(OrderListener.class).withPropertyValues(topic).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            await().until(() -> !listener.processed.isEmpty());
            assertThat(listener.deliveries).hasSize(3);
        });
    }

    @Test
    void aBatchIsOneCall() {
        KafkaApplication.with(BatchListener.class)
                .withPropertyValues("spring.kafka.listener.type=batch")
                .run(context -> {
                    BatchListener listener = context.getBean(BatchListener.class);
                    send(context, "poison", 0);
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-batch")).containsExactly(Map.entry("exhausted", 1)));
                    assertThat(listener.deliveries)
                            .containsExactly(List.of("poison"), List.of("poison"), List.of("poison"));
                });
    }

    @Test
    void aMessageThatABatchListenerNamesIsRetriedUnderThePolicy() {
        KafkaApplication.with(NamingListener.class)
                .withPropertyValues("spring.kafka.listener.type=batch", "backoff.kafka.drop=true")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    send(context, "poison", 0);
                    send(context, "order", 0);
                    await().until(() -> listener.processed.contains("order"));
                    assertThat(listener.failures).hasSize(3);
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-batch")).containsEntry("exhausted", 1));
                });
    }

    @Test
    void aMessageThatCannotBeReadIsACallToo(CapturedOutput output) {
        unreadable().run(context -> {
            send(context, "poison", 0);
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("not_retryable", 1)));
            assertThat(context.getBean(OrderListener.class).deliveries).isEmpty();
            await().untilAsserted(
                            () -> assertThat(output).contains("'order-placed' gives up on a record of the topic '"));
        });
    }

    @Test
    void aMessageThatCannotBeReadAndIsRecoveredIsACallToo() {
        List<ConsumerRecord<?, ?>> recovered = new CopyOnWriteArrayList<>();
        unreadable()
                .withBean(ConsumerRecordRecoverer.class, () -> (record, failure) -> recovered.add(record))
                .run(context -> {
                    send(context, "poison", 0);
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("not_retryable", 1)));
                    assertThat(recovered).hasSize(1);
                });
    }

    private static ApplicationContextRunner unreadable() {
        return KafkaApplication.with(OrderListener.class)
                .withPropertyValues(
                        "spring.kafka.consumer.value-deserializer=" + ErrorHandlingDeserializer.class.getName(),
                        "spring.kafka.consumer.properties[spring.deserializer.value.delegate.class]="
                                + IntegerDeserializer.class.getName());
    }

    @Test
    void changesOfThePolicyAreFollowed() {
        KafkaApplication.with(OrderListener.class, OwnBackOff.class).run(context -> {
            OrderListener listener = context.getBean(OrderListener.class);
            send(context, "poison", 0);
            await().until(() -> outcomes(context, "order-placed").containsKey("exhausted"));
            change(context, "max-attempts", "1");
            send(context, "poison", 0);
            await().until(() -> outcomes(context, "order-placed").get("exhausted") == 2);
            assertThat(listener.deliveries).hasSize(3 + 1);
        });
    }

    @Test
    void aDisabledPolicyLeavesMessagesToTheErrorHandler(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class, OwnBackOff.class)
                .withPropertyValues("backoff.policies.orders.enabled=false")
                .run(context -> {
                    OrderListener listener = context.getBean(OrderListener.class);
                    send(context, "poison", 0);
                    send(context, "order", 0);
                    await().until(() -> listener.processed.contains("order"));
                    assertThat(listener.deliveries).containsExactly("poison", "poison", "order");
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("not_retryable", 2), Map.entry("success", 1)));
                    assertThat(output).doesNotContain("gives up on a message without asking");
                });
    }

    @Test
    void aListenerWithoutAnIdIsNamedAfterItsMethod() {
        KafkaApplication.with(OrderListener.class).run(context -> {
            List<IntegrationCalls.Row> rows = context.getBeansOfType(IntegrationCalls.class).values().stream()
                    .flatMap(each -> each.rows().stream())
                    .toList();
            assertThat(rows)
                    .extracting(IntegrationCalls.Row::method)
                    .containsExactlyInAnyOrder("order-placed", "OrderListener.bury");
            assertThat(rows).extracting(IntegrationCalls.Row::by).containsOnly("kafka");
        });
    }

    @Test
    void anErrorHandlerThatGivesUpByItselfIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class, GivingUp.class)
                .withPropertyValues("backoff.kafka.drop=true")
                .run(context -> {
                    send(context, "poison", 0);
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("not_retryable", 1)));
                    assertThat(output)
                            .contains("'order-placed' gives up on a message without asking policy 'orders'")
                            .contains("'backoff.kafka.drop' has no effect on the listener 'order-placed'");
                });
    }

    @Test
    void anotherErrorHandlerIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class, Logging.class)
                .run(context -> assertThat(output)
                        .contains("does not govern the listener 'order-placed': its error handler, "
                                + CommonLoggingErrorHandler.class.getName() + ", is not a DefaultErrorHandler"));
    }

    @Test
    void aTransactionalListenerIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class)
                .withPropertyValues(
                        "spring.kafka.producer.transaction-id-prefix=orders-",
                        "spring.kafka.listener.auto-startup=false")
                .run(context -> assertThat(output)
                        .contains("does not govern the listener 'order-placed': its container is transactional"));
    }

    @Test
    void aListenerThatReturnsEarlyIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(Asynchronous.class)
                .run(context -> assertThat(output).contains("the listener 'later': it returns before"));
    }

    @Test
    void aListenerWithRetryTopicsIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(RetryTopics.class)
                .run(context -> assertThat(output)
                        .contains("does not govern the listener 'topics': @RetryableTopic retries it"));
    }

    @Test
    void aDelayThatExceedsThePollIntervalIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class)
                .withPropertyValues(policy("orders", "delay=1m, max-delay=1m, max-elapsed=10m"))
                .withPropertyValues("spring.kafka.consumer.max-poll-interval=50s")
                .run(context -> assertThat(output)
                        .contains("Policy 'orders' can delay a retry for ")
                        .contains("the consumer of the listener 'order-placed' leaves its group"));
    }

    @Test
    void aDelayThatMaxElapsedRulesOutIsNotNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with(OrderListener.class)
                .withPropertyValues(policy("orders", "delay=1m, max-delay=1m, max-elapsed=40s"))
                .withPropertyValues("spring.kafka.consumer.max-poll-interval=50s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain("can delay a retry for");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "pace=adaptive, 500, single, true",
        "pace=adaptive, 151, single, true",
        "pace=adaptive, 150, single, false",
        "pace=adaptive, 500, batch, false",
        "pace=off, 500, single, false",
        "'pace=adaptive, enabled=false', 500, single, false"
    })
    void aPollWhoseTurnsExceedThePollIntervalIsNamedInAWarning(
            String settings, int records, String type, boolean exceeds, CapturedOutput output) {
        KafkaApplication.withoutBroker(type.equals("batch") ? BatchListener.class : OrderListener.class)
                .withPropertyValues(policy("orders", settings))
                .withPropertyValues(
                        "spring.kafka.listener.type=" + type,
                        "spring.kafka.listener.auto-startup=false",
                        "spring.kafka.consumer.max-poll-records=" + records)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    String warning = "the " + records + " records of one poll ('max.poll.records') of the listener "
                            + "'order-placed' can take " + DurationText.of(Duration.ofSeconds(2L * records))
                            + ", but its consumer must poll every 5 min ('max.poll.interval.ms'). "
                            + "Lower 'max.poll.records' to 150, or raise that interval";
                    assertThat(output.getAll().contains(warning)).isEqualTo(exceeds);
                    assertThat(output.getAll().contains("records of one poll")).isEqualTo(exceeds);
                });
    }

    @Test
    void aPropertyWithoutEffectIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with()
                .run(context -> assertThat(output)
                        .contains("'backoff.kafka.listener' is set, but the application has no @KafkaListener"));
    }

    @Test
    void aPropertyWithoutItsLibraryIsNamedInAWarning(CapturedOutput output) {
        KafkaApplication.with()
                .withClassLoader(new FilteredClassLoader("org.springframework.kafka"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(BackoffKafkaAutoConfiguration.class);
                    assertThat(output)
                            .contains("'backoff.kafka.listener' is set, but its library is not on the class path");
                });
    }

    @Test
    void anUnknownPolicyIsRejected() {
        KafkaApplication.with(OrderListener.class)
                .withPropertyValues("backoff.kafka.listener=order")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("backoff.kafka.listener")
                        .hasMessageContaining("there is no such policy"));
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

    static class BatchListener {

        final List<List<String>> deliveries = new CopyOnWriteArrayList<>();

        @KafkaListener(id = "order-batch", idIsGroup = false, topics = "${topic}")
        void receive(List<String> orders) throws IOException {
            deliveries.add(orders);
            throw new IOException("the warehouse is closed");
        }
    }

    /** Says which message of the batch has failed. */
    static class NamingListener {

        final List<String> processed = new CopyOnWriteArrayList<>();
        final List<String> failures = new CopyOnWriteArrayList<>();

        @KafkaListener(id = "order-batch", idIsGroup = false, topics = "${topic}")
        void receive(List<String> orders) {
            for (int index = 0; index < orders.size(); index++) {
                if (orders.get(index).equals("poison")) {
                    failures.add("poison");
                    throw new BatchListenerFailedException("poison", new IOException("the warehouse is closed"), index);
                }
                processed.add(orders.get(index));
            }
        }
    }

    static class OwnBackOff {

        @Bean
        DefaultErrorHandler errorHandler() {
            return new DefaultErrorHandler(new FixedBackOff(1, 1));
        }
    }

    static class GivingUp {

        @Bean
        DefaultErrorHandler errorHandler() {
            return new DefaultErrorHandler() {
                @Override
                public void handleRemaining(
                        Exception failure,
                        List<ConsumerRecord<?, ?>> records,
                        Consumer<?, ?> consumer,
                        MessageListenerContainer container) {
                    consumer.seek(partition(records.get(0)), records.get(0).offset() + 1);
                }
            };
        }

        private static TopicPartition partition(ConsumerRecord<?, ?> record) {
            return new TopicPartition(record.topic(), record.partition());
        }
    }

    static class Logging {

        @Bean
        CommonErrorHandler errorHandler() {
            return new CommonLoggingErrorHandler();
        }
    }

    static class Asynchronous {

        @KafkaListener(id = "later", idIsGroup = false, topics = "${topic}")
        CompletableFuture<Void> receive(String order) {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class RetryTopics {

        @RetryableTopic(attempts = "2")
        @KafkaListener(id = "topics", idIsGroup = false, topics = "${topic}")
        void receive(String order) {}
    }
}
