package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.deadLetter;
import static io.backoff.amqp.AmqpApplication.queue;
import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.change;
import static io.backoff.messaging.CountedCalls.outcomes;
import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.CurrentAttempt;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Rejections;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.annotation.Argument;
import org.springframework.amqp.rabbit.annotation.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.retry.MessageBatchRecoverer;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.boot.amqp.autoconfigure.SimpleRabbitListenerContainerFactoryConfigurer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Messages on a real broker, delivered to a listener under a policy. */
@ExtendWith(AmqpBroker.Shared.class)
@ExtendWith({AmqpBroker.Shared.class, OutputCaptureExtension.class})
@Logged(
        names = {
            "io.backoff.autoconfigure.StartupReport",
            "io.backoff.amqp",
            "io.backoff.config.source",
            "io.backoff.messaging",
            "io.backoff.policies"
        })
class ListenerTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.rabbitmq.listener.direct.retry.enabled=false",
                "spring.rabbitmq.listener.direct.retry.enabled=true",
                "spring.rabbitmq.listener.direct.retry.enabled=true,spring.rabbitmq.listener.direct.retry.stateless=false",
                "spring.rabbitmq.listener.direct.default-requeue-rejected=false",
                "spring.rabbitmq.listener.type=simple",
                "spring.rabbitmq.listener.type=simple,spring.rabbitmq.listener.simple.retry.enabled=true"
            })
    void makeTheAttemptsOfThePolicyAndDeadLetterTheMessage(String settings) {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues(settings.split(","))
                .run(context -> {
                    send(context, "poison");
                    Message dead = deadLetter(context);
                    assertThat(new String(dead.getBody())).isEqualTo("poison");
                    assertThat(dead.getMessageProperties().getHeaders()).containsEntry("customer", "42");
                    assertThat(context.getBean(OrderListener.class).deliveries)
                            .containsExactly("poison", "poison", "poison");
                    assertThat(context.getBean(FakeTime.class).waits())
                            .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 1));
                });
    }

    @Test
    void giveTheMessageToTheRecovererOfTheApplication() {
        AmqpApplication.inFakeTime(OrderListener.class, Republishing.class).run(context -> {
            send(context, "poison");
            Message dead = deadLetter(context);
            assertThat(dead.getMessageProperties().getHeaders())
                    .containsEntry("customer", "42")
                    .containsEntry("x-exception-message", "the warehouse is closed")
                    .containsEntry("x-original-routingKey", queue(context));
            assertThat(context.getBean(OrderListener.class).deliveries).hasSize(3);
        });
    }

    @Test
    void countAMessageThatIsProcessedInTheEndAsRecovered() {
        AmqpApplication.inFakeTime(OrderListener.class).run(context -> {
            send(context, "third");
            send(context, "order");
            await().until(() -> context.getBean(OrderListener.class).processed.size() == 2);
            await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                    .containsExactly(Map.entry("recovered", 1), Map.entry("success", 1)));
            assertThat(context.getBean(OrderListener.class).deliveries)
                    .containsExactly("third", "third", "third", "order");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid", "rejected", "unreadable"})
    void deadLetterImmediatelyWhatNoRetryCanCure(String message) {
        AmqpApplication.inFakeTime(OrderListener.class).run(context -> {
            send(context, message);
            assertThat(new String(deadLetter(context).getBody())).isEqualTo(message);
            assertThat(context.getBean(OrderListener.class).deliveries).hasSize(1);
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("not_retryable", 1));
        });
    }

    @Test
    void acknowledgeAMessageThatTheListenerFailsButAcknowledges() {
        AmqpApplication.inFakeTime(OrderListener.class).run(context -> {
            send(context, "acknowledged");
            send(context, "poison");
            assertThat(new String(deadLetter(context).getBody())).isEqualTo("poison");
            assertThat(context.getBean(OrderListener.class).deliveries)
                    .containsExactly("acknowledged", "poison", "poison", "poison");
        });
    }

    @Test
    void waitAsLongAsAHintSays() {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues("backoff.policies.orders.retry-after-spread=0")
                .run(context -> {
                    send(context, "throttled PT5S");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(context.getBean(FakeTime.class).waits())
                            .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5));
                });
    }

    @Test
    void areBoundedByTheBudget() {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues(
                        "backoff.policies.orders.delay=0",
                        "backoff.budgets.orders.min-per-second=0",
                        "spring.rabbitmq.listener.direct.consumers-per-queue=2")
                .run(context -> {
                    Collections.nCopies(100, "poison").forEach(each -> send(context, each));
                    for (int letter = 0; letter < 100; letter++) {
                        assertThat(deadLetter(context))
                                .as("dead letter " + letter)
                                .isNotNull();
                    }
                    assertThat(context.getBean(OrderListener.class).deliveries).hasSize(120);
                    Map<String, Integer> outcomes = outcomes(context, "order-placed");
                    assertThat(outcomes).containsOnlyKeys("exhausted", "budget_denied");
                    assertThat(outcomes.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum())
                            .isEqualTo(100);
                });
    }

    @Test
    void areSharedByTheMessagesOfAQueue() {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues("backoff.budgets.orders.burst=7")
                .run(context -> {
                    Keys keys =
                            context.getBean(BackoffPolicies.class).get("orders").keys();
                    assertThat(keys.size()).isZero();
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(keys.mostDenied("orders", 10))
                            .extracting(Keys.Usage::key, Keys.Usage::tokens)
                            .containsExactly(tuple(queue(context), 5));
                });
    }

    @Test
    void followChangesOfThePolicy() {
        AmqpApplication.inFakeTime(OrderListener.class)
                // Decides under a disabled policy.
                .withPropertyValues("spring.rabbitmq.listener.direct.default-requeue-rejected=false")
                .run(context -> {
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    change(context, "max-attempts", "1");
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(context.getBean(OrderListener.class).deliveries).hasSize(3 + 1);
                    change(context, "max-attempts", "2");
                    change(context, "enabled", "false");
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(context.getBean(OrderListener.class).deliveries).hasSize(3 + 1 + 1);
                    assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("exhausted", 2), Map.entry("not_retryable", 1));
                });
    }

    @Test
    void aShutdownEndsTheWaitAndLeavesTheMessageInItsQueue() {
        String queue = "queue=orders-" + UUID.randomUUID();
        AmqpApplication.on(AmqpBroker.shared().port(), OrderListener.class)
                .withPropertyValues(policy("orders", "delay=1h, max-delay=1h, max-elapsed=0"))
                .withPropertyValues(queue)
                .run(context -> {
                    send(context, "poison");
                    OrderListener listener = context.getBean(OrderListener.class);
                    await().until(() -> !listener.deliveries.isEmpty());
                    await().atMost(Duration.ofSeconds(10)).until(() -> {
                        context.close();
                        return true;
                    });
                });
        AmqpApplication.on(AmqpBroker.shared().port()).withPropertyValues(queue).run(context -> {
            Message kept = context.getBean(RabbitTemplate.class).receive(queue(context), 5_000);
            assertThat(new String(kept.getBody())).isEqualTo("poison");
        });
    }

    @Test
    void aListenerWithoutAnIdIsNamedAfterItsMethod() {
        AmqpApplication.inFakeTime(Unnamed.class).run(context -> {
            List<IntegrationCalls.Row> rows = rows(context);
            assertThat(rows).extracting(IntegrationCalls.Row::method).containsExactly("Unnamed.receive");
            assertThat(rows).extracting(IntegrationCalls.Row::by).containsExactly("amqp");
            assertThat(rows).extracting(IntegrationCalls.Row::bean).containsExactly("listenerTests.Unnamed");
        });
    }

    @Test
    void eachListenerHasABudgetOfItsOwn() {
        AmqpApplication.inFakeTime(OrderListener.class, RefundListener.class)
                .withPropertyValues(budget("default", "burst=1, min-per-second=0"))
                .run(context -> {
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(budgets(context)).containsExactly("order-placed=0", "refund=1");
                    assertThat(rows(context))
                            .extracting(IntegrationCalls.Row::budget)
                            .containsExactlyInAnyOrder("order-placed", "refund");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff.policies.orders.budget=shared,backoff.budgets.shared.burst=1",
                "backoff.budgets.orders.burst=1",
                "backoff.policies.orders.budget=none"
            })
    void listenersShareABudgetThatTheConfigurationNames(String settings) {
        AmqpApplication.inFakeTime(OrderListener.class, RefundListener.class)
                .withPropertyValues(settings.split(","))
                .run(context -> assertThat(rows(context))
                        .extracting(IntegrationCalls.Row::budget)
                        .hasSize(2)
                        .containsOnly(
                                settings.contains("shared")
                                        ? "shared"
                                        : settings.contains("none") ? "none" : "orders"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-placed", "ORDER_PLACED", "${queue}"})
    void aListenerCanHaveAPolicyOfItsOwn(String key, CapturedOutput output) {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues(
                        "queue=orders." + UUID.randomUUID(),
                        "backoff.amqp.listener=",
                        "backoff.policies.once.max-attempts=1")
                .withInitializer(context -> TestPropertyValues.of(Map.of(
                                "backoff.amqp.listeners["
                                        + context.getEnvironment().resolvePlaceholders(key) + "]",
                                "once"))
                        .applyTo(context.getEnvironment()))
                .run(context -> {
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    assertThat(context.getBean(OrderListener.class).deliveries).hasSize(1);
                    assertThat(rows(context)).singleElement().satisfies(row -> {
                        assertThat(row.policy()).isEqualTo("once");
                        assertThat(row.budget()).isEqualTo("once");
                    });
                    assertThat(output).doesNotContain("but no listener has this id");
                });
    }

    @Test
    void aPolicyForAListenerThatDoesNotExistIsNamedInAWarning(CapturedOutput output) {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues("backoff.amqp.listeners.order-place=orders")
                .run(context -> assertThat(output)
                        .contains("'backoff.amqp.listeners' names a policy for 'order-place' (")
                        .contains("or receives from a queue or topic of this name. Did you mean 'order-placed'?"));
    }

    @Test
    void queuesOfAListenerHaveOnePolicy() {
        AmqpApplication.inFakeTime(TwoQueues.class)
                .withPropertyValues(
                        "queue=paid", "backoff.amqp.listeners.paid=orders", "backoff.amqp.listeners[paid.dead]=default")
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(Rejections::areExplained)
                        .hasMessageContaining("the listener 'TwoQueues.receive' also receives from 'paid'"));
    }

    @Test
    void aMessageWithoutADeadLetterExchangeGoesBackToItsQueue(CapturedOutput output) {
        AmqpApplication.inFakeTime(Plain.class).run(context -> {
            Plain listener = context.getBean(Plain.class);
            listener.failures = 6;
            sendPlain(context, "order");
            await().until(() -> listener.processed.size() == 1);
            assertThat(listener.deliveries).hasSize(7);
            assertThat(context.getBean(FakeTime.class).waits())
                    .containsExactly(
                            Duration.ofMillis(100),
                            Duration.ofMillis(200),
                            Duration.ofSeconds(10),
                            Duration.ofMillis(100),
                            Duration.ofMillis(200),
                            Duration.ofSeconds(10));
            await().untilAsserted(() -> assertThat(outcomes(context, "plain"))
                    .containsExactly(Map.entry("exhausted", 2), Map.entry("success", 1)));
            String queue = queue(context) + ".plain";
            assertThat(output)
                    .contains("The queue '" + queue + "' of the listener 'plain' is not known to have a dead-letter")
                    .containsOnlyOnce("goes back to the queue '" + queue + "' after 10 s")
                    .contains("plain at queue " + queue + " (policy 'orders') gave up after attempt 3 of 3");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "simple"})
    void aMessageThatItsListenerAcknowledgesGoesBackToo(String type) {
        AmqpApplication.inFakeTime(Plain.class)
                .withPropertyValues(
                        "spring.rabbitmq.listener.type=" + type,
                        "spring.rabbitmq.listener." + type + ".acknowledge-mode=manual")
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 3;
                    sendPlain(context, "order");
                    await().until(() -> listener.processed.size() == 1);
                    assertThat(listener.deliveries).hasSize(4);
                });
    }

    /** Otherwise, the consumer would get no message beside the prefetched one, and the broker would keep it. */
    @ParameterizedTest
    @ValueSource(strings = {"direct", "simple"})
    void aRecoveredMessageThatItsListenerAcknowledgesIsAcknowledged(String type) {
        AmqpApplication.inFakeTime(OrderListener.class, Republishing.class)
                .withPropertyValues(
                        "spring.rabbitmq.listener.type=" + type,
                        "spring.rabbitmq.listener." + type + ".prefetch=1",
                        "spring.rabbitmq.listener." + type + ".acknowledge-mode=manual")
                .run(context -> {
                    send(context, "poison");
                    send(context, "order");
                    assertThat(new String(deadLetter(context).getBody())).isEqualTo("poison");
                    await().until(() ->
                            context.getBean(OrderListener.class).processed.contains("order"));
                });
    }

    @Test
    void aBatchThatItsListenerAcknowledgesIsAcknowledgedAfterItsRecovery() {
        AmqpApplication.inFakeTime(BatchListener.class, Batches.class)
                .withPropertyValues(
                        "spring.rabbitmq.listener.simple.prefetch=2",
                        "spring.rabbitmq.listener.simple.acknowledge-mode=manual")
                .run(context -> {
                    List.of("1", "2", "3", "4").forEach(each -> send(context, "poison " + each));
                    await().until(() -> context.getBean(Batches.class).recovered.size() == 4);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "simple"})
    void anInterruptedMessageThatItsListenerAcknowledgesGoesBack(String type) {
        AmqpApplication.inFakeTime(Interrupted.class)
                .withPropertyValues(
                        "spring.rabbitmq.listener.type=" + type,
                        "spring.rabbitmq.listener." + type + ".acknowledge-mode=manual")
                .run(context -> {
                    sendPlain(context, "order");
                    await().until(() ->
                            context.getBean(Interrupted.class).deliveries.get() == 2);
                    assertThat(outcomes(context, "plain")).containsEntry("aborted", 1);
                });
    }

    @Test
    void aMessageThatGoesBackLeavesItsConsumerAlone() {
        AmqpApplication.inFakeTime(Consumers.class)
                .withPropertyValues("spring.rabbitmq.listener.type=simple", "backoff.policies.orders.max-attempts=1")
                .run(context -> {
                    Consumers listener = context.getBean(Consumers.class);
                    sendPlain(context, "order");
                    await().until(() -> listener.tags.size() == 2);
                    // A consumer that is restarted gets a channel, which counts from 1.
                    assertThat(listener.tags).containsExactly(1L, 2L);
                });
    }

    @Test
    void aMessageGoesBackAfterASecondAtLeast() {
        AmqpApplication.inFakeTime(Plain.class)
                .withPropertyValues(policy("orders", "delay=1ms, max-delay=1ms, max-attempts=1"))
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 1;
                    sendPlain(context, "order");
                    await().until(() -> listener.processed.size() == 1);
                    assertThat(context.getBean(FakeTime.class).waits()).containsExactly(Duration.ofSeconds(1));
                });
    }

    @Test
    void aMessageWhoseRecovererFailsGoesBackToItsQueue() {
        AmqpApplication.inFakeTime(Plain.class, FailingRecoverer.class)
                .withPropertyValues("spring.rabbitmq.listener.direct.default-requeue-rejected=false")
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 3;
                    sendPlain(context, "order");
                    await().until(() -> listener.processed.size() == 1);
                    assertThat(context.getBean(FakeTime.class).waits())
                            .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofSeconds(10));
                });
    }

    @Test
    void aQueueWithADeadLetterExchangeIsNotWarnedOf(CapturedOutput output) {
        AmqpApplication.inFakeTime(OrderListener.class)
                .run(context -> assertThat(output)
                        .doesNotContain("is not known to have a dead-letter exchange")
                        .doesNotContain("prefetches"));
    }

    @ParameterizedTest
    @CsvSource({"direct, '', true", "simple, '', true", "simple, 179, false", "simple, 180, true", "simple, 0, true"})
    void aPrefetchWhoseDelaysExceedTheTimeoutOfTheBrokerIsNamedInAWarning(
            String type, String prefetch, boolean exceeds, CapturedOutput output) {
        ApplicationContextRunner application =
                AmqpApplication.inFakeTime(Plain.class).withPropertyValues("spring.rabbitmq.listener.type=" + type);
        (prefetch.isEmpty()
                        ? application
                        : application.withPropertyValues("spring.rabbitmq.listener." + type + ".prefetch=" + prefetch))
                .run(context -> {
                    String number = prefetch.isEmpty() ? "250" : prefetch.equals("0") ? "any number of" : prefetch;
                    String warning = "The consumer of the listener 'plain' prefetches " + number
                            + " messages, and policy 'orders' delays the requeue of each failed message by 10 s";
                    String remedy = "Lower 'spring.rabbitmq.listener." + type + ".prefetch' or 'max-delay'";
                    assertThat(output.getAll().contains(warning)).isEqualTo(exceeds);
                    assertThat(output.getAll().contains(remedy)).isEqualTo(exceeds);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "adaptive, 50ms, 180, true",
        "adaptive, 50ms, 179, false",
        "adaptive, 0, 180, false",
        "none, 50ms, 180, false"
    })
    void aPrefetchWhoseLateTurnsExceedTheTimeoutOfTheBrokerIsNamedInAWarning(
            String pace, String maxElapsed, String prefetch, boolean exceeds, CapturedOutput output) {
        AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues(
                        "backoff.policies.orders.pace=" + pace,
                        "backoff.policies.orders.max-elapsed=" + maxElapsed,
                        "spring.rabbitmq.listener.direct.prefetch=" + prefetch)
                .run(context -> {
                    String warning = "The consumer of the listener 'order-placed' prefetches " + prefetch
                            + " messages, and policy 'orders' delays the requeue of each message whose first turn "
                            + "comes too late by 10 s";
                    assertThat(output.getAll().contains(warning)).isEqualTo(exceeds);
                });
    }

    @Test
    void aMessageWithoutADeadLetterExchangeIsDroppedIfAPropertySaysSo(CapturedOutput output) {
        isDropped("backoff.amqp.drop=true", output, context -> {});
    }

    @Test
    void aMessageThatNothingAcknowledgesIsDropped(CapturedOutput output) {
        isDropped(
                "spring.rabbitmq.listener.direct.acknowledge-mode=none",
                output,
                context -> assertThat(context.getBean(FakeTime.class).waits())
                        .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200)));
    }

    private static void isDropped(String property, CapturedOutput output, Consumer<ApplicationContext> check) {
        AmqpApplication.inFakeTime(Plain.class).withPropertyValues(property).run(context -> {
            Plain listener = context.getBean(Plain.class);
            listener.failures = 3;
            sendPlain(context, "poison");
            sendPlain(context, "order");
            await().until(() -> listener.processed.size() == 1);
            assertThat(listener.deliveries).containsExactly("poison", "poison", "poison", "order");
            check.accept(context);
            assertThat(output).doesNotContain("is not known to have a dead-letter exchange");
        });
    }

    @Test
    void aMessageThatTheListenerRejectsIsRejected() {
        AmqpApplication.inFakeTime(Plain.class).run(context -> {
            sendPlain(context, "rejected");
            sendPlain(context, "order");
            Plain listener = context.getBean(Plain.class);
            await().until(() -> listener.processed.size() == 1);
            assertThat(listener.deliveries).containsExactly("rejected", "order");
        });
    }

    @ParameterizedTest
    @CsvSource({"true, 3", "false, 1"})
    void theContainerDecidesUnderADisabledPolicy(boolean requeue, int deliveries) {
        AmqpApplication.inFakeTime(Plain.class)
                .withPropertyValues(
                        "backoff.policies.default.enabled=false",
                        "spring.rabbitmq.listener.direct.default-requeue-rejected=" + requeue)
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = deliveries == 1 ? 1 : deliveries - 1;
                    sendPlain(context, "order");
                    await().until(() -> listener.deliveries.size() == deliveries);
                    sendPlain(context, "next");
                    await().until(() -> listener.processed.contains("next"));
                    assertThat(listener.processed).hasSize(requeue ? 2 : 1);
                    assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
                });
    }

    @Test
    void aPolicyThatIsEnabledDuringAnAttemptLeavesTheMessageToTheContainer() {
        AmqpApplication.inFakeTime(Enabling.class, FailingRecoverer.class)
                .withPropertyValues("backoff.policies.orders.enabled=false")
                .run(context -> {
                    sendPlain(context, "order");
                    await().until(() ->
                            context.getBean(Enabling.class).deliveries.get() == 2);
                    assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
                    await().untilAsserted(() -> assertThat(outcomes(context, "plain"))
                            .containsExactly(Map.entry("not_retryable", 1), Map.entry("success", 1)));
                });
    }

    @Test
    void aLostChannelEndsTheWaitAndTheCall() {
        AmqpApplication.on(AmqpBroker.shared().port(), Plain.class)
                .withPropertyValues(policy("orders", "delay=1h, max-delay=1h, max-elapsed=0"))
                .withPropertyValues("spring.rabbitmq.listener.type=simple")
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 1;
                    sendPlain(context, "order");
                    await().until(() -> listener.deliveries.size() == 1);
                    context.getBean(CachingConnectionFactory.class).resetConnection();
                    await().untilAsserted(() -> assertThat(outcomes(context, "plain"))
                            .containsExactly(Map.entry("aborted", 1), Map.entry("success", 1)));
                    assertThat(listener.deliveries).hasSize(2);
                });
    }

    @Test
    void aMessageOfALostChannelIsNotRecovered() {
        AmqpApplication.inFakeTime(Plain.class, Disconnecting.class)
                .withPropertyValues("spring.rabbitmq.listener.type=simple", "backoff.policies.orders.max-attempts=1")
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 1;
                    listener.beforeFailure = context.getBean(CachingConnectionFactory.class)::resetConnection;
                    sendPlain(context, "order");
                    await().untilAsserted(() -> assertThat(outcomes(context, "plain"))
                            .containsExactly(Map.entry("aborted", 1), Map.entry("success", 1)));
                    assertThat(context.getBean(Disconnecting.class).recovered).isEmpty();
                });
    }

    @Test
    void aBatchIsOneCall() {
        AmqpApplication.inFakeTime(BatchListener.class, Batches.class).run(context -> {
            BatchListener listener = context.getBean(BatchListener.class);
            send(context, "poison 1");
            send(context, "poison 2");
            await().until(() -> context.getBean(Batches.class).recovered.size() == 2);
            assertThat(context.getBean(Batches.class).recovered).containsExactly("poison 1", "poison 2");
            assertThat(listener.deliveries).containsExactly(2, 2, 2);
            assertThat(outcomes(context, "order-batch")).containsExactly(Map.entry("exhausted", 1));
        });
    }

    @Test
    void aRecovererOfBatchesGetsTheWholeBatch() {
        AmqpApplication.inFakeTime(BatchListener.class, WholeBatches.class).run(context -> {
            send(context, "poison 1");
            send(context, "poison 2");
            WholeBatches batches = context.getBean(WholeBatches.class);
            await().until(() -> !batches.recovered.isEmpty());
            assertThat(batches.recovered).containsExactly("poison 1, poison 2");
        });
    }

    @Test
    void aGuardedCallInARetriedDeliveryMakesOneAttempt() {
        AmqpApplication.inFakeTime(Caller.class, Warehouse.class).run(context -> {
            send(context, "2");
            assertThat(deadLetter(context)).isNotNull();
            assertThat(outcomes(context, "caller")).containsExactly(Map.entry("exhausted", 1));
            assertThat(context.getBean(Warehouse.class).attempts()).isEqualTo(2);
        });
    }

    @Test
    void aGuardedCallThatHasUsedUpItsAttemptsEndsTheDelivery() {
        AmqpApplication.inFakeTime(Caller.class, Warehouse.class).run(context -> {
            send(context, "1");
            assertThat(deadLetter(context)).isNotNull();
            assertThat(outcomes(context, "caller")).containsExactly(Map.entry("not_retryable", 1));
            assertThat(context.getBean(Warehouse.class).attempts()).isEqualTo(3);
        });
    }

    @Test
    void theAdviceOfTheApplicationRunsForEachAttempt() {
        AmqpApplication.inFakeTime(OrderListener.class, Advised.class).run(context -> {
            send(context, "poison");
            assertThat(deadLetter(context)).isNotNull();
            assertThat(context.getBean(Advised.class).invocations).hasValue(3);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRetryInterceptorOfTheApplicationKeepsItsRecoverer(boolean retries, CapturedOutput output) {
        AmqpApplication.inFakeTime(Plain.class, RetryInterceptor.class)
                .withPropertyValues(
                        "backoff.amqp.drop=true", "spring.rabbitmq.listener.simple.retry.enabled=" + retries)
                .run(context -> {
                    Plain listener = context.getBean(Plain.class);
                    listener.failures = 2;
                    sendPlain(context, "order");
                    await().until(() ->
                            !context.getBean(RetryInterceptor.class).recovered.isEmpty());
                    assertThat(context.getBean(RetryInterceptor.class).recovered)
                            .containsExactly("order");
                    assertThat(listener.deliveries).hasSize(2);
                    assertThat(rows(context)).isEmpty();
                    assertThat(output)
                            .contains("'backoff.amqp.listener' does not govern the listener 'plain': the advice chain");
                });
    }

    @Test
    void aListenerThatReturnsEarlyIsNamedInAWarning(CapturedOutput output) {
        AmqpApplication.inFakeTime(Asynchronous.class)
                // A container that starts while the application stops makes it wait for ten seconds.
                .withPropertyValues("spring.rabbitmq.listener.direct.auto-startup=false")
                .run(context -> assertThat(output)
                        .contains("'backoff.amqp.listener' does not govern the listener 'later': it returns before"));
    }

    @Test
    void aPropertyWithoutEffectIsNamedInAWarning(CapturedOutput output) {
        AmqpApplication.inFakeTime(OwnTemplate.class)
                .withPropertyValues("backoff.amqp.template=orders")
                .run(context -> assertThat(output)
                        .contains("'backoff.amqp.listener' is set, but the application has no @RabbitListener")
                        .contains("'backoff.amqp.template' is set, but the application has no auto-configured"));
    }

    @Test
    void aPropertyWithoutItsLibraryIsNamedInAWarning(CapturedOutput output) {
        AmqpApplication.inFakeTime()
                .withClassLoader(new FilteredClassLoader("org.springframework.amqp"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(BackoffAmqpAutoConfiguration.class);
                    assertThat(output)
                            .contains("'backoff.amqp.listener' is set, but its library is not on the class path. "
                                    + "Add spring-boot-starter-rabbitmq (spring-boot-starter-amqp in Spring Boot 4.1)");
                });
    }

    @Test
    void anUnknownPolicyIsRejected() {
        for (String each : List.of("listener", "listeners[order-placed]", "template")) {
            AmqpApplication.inFakeTime(OrderListener.class)
                    .withPropertyValues("backoff.amqp." + each + "=order")
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .hasMessageContaining("backoff.amqp." + each)
                            .hasMessageContaining("there is no such policy"));
        }
    }

    @Test
    void nothingChangesWithoutTheProperties() {
        ApplicationContextRunner application = AmqpApplication.inFakeTime(OrderListener.class)
                .withPropertyValues(
                        "backoff.amqp.listener=",
                        "spring.rabbitmq.listener.direct.retry.enabled=true",
                        "spring.rabbitmq.listener.direct.retry.initial-interval=1ms",
                        "spring.rabbitmq.listener.direct.retry.max-retries=4");
        application.run(context -> {
            send(context, "poison");
            assertThat(deadLetter(context)).isNotNull();
            assertThat(context.getBean(OrderListener.class).deliveries).hasSize(5);
            assertThat(outcomes(context, "order-placed")).isEmpty();
        });
    }

    private static List<IntegrationCalls.Row> rows(ApplicationContext context) {
        return context.getBeansOfType(IntegrationCalls.class).values().stream()
                .flatMap(each -> each.rows().stream())
                .toList();
    }

    /** The tokens of the listeners' budgets, as their meters say. */
    private static List<String> budgets(ApplicationContext context) {
        return context
                .getBean(MeterRegistry.class)
                .find("backoff.budget.tokens")
                .tag("budget", budget -> !List.of("orders", "default").contains(budget))
                .gauges()
                .stream()
                .map(each -> each.getId().getTag("budget") + "=" + (int) each.value())
                .sorted()
                .toList();
    }

    private static void sendPlain(ApplicationContext context, String order) {
        context.getBean(RabbitTemplate.class).convertAndSend(queue(context) + ".plain", order);
    }

    static class Republishing {

        @Bean
        MessageRecoverer recoverer(RabbitTemplate template, Environment environment) {
            return new RepublishMessageRecoverer(template, environment.getRequiredProperty("queue") + ".dead");
        }
    }

    /** A listener of a queue without a dead-letter exchange. */
    static class Plain {

        final List<String> deliveries = new CopyOnWriteArrayList<>();
        final List<String> processed = new CopyOnWriteArrayList<>();
        volatile int failures;
        volatile Runnable beforeFailure = () -> {};

        // Qpid delivers a rejected message again, unless it has been delivered as often as this argument says.
        @RabbitListener(
                id = "plain",
                queuesToDeclare =
                        @Queue(
                                name = "${queue}.plain",
                                arguments =
                                        @Argument(
                                                name = "x-qpid-maximum-delivery-count",
                                                value = "1",
                                                type = "java.lang.Integer")))
        void receive(String order) throws Exception {
            deliveries.add(order);
            if (deliveries.size() <= failures) {
                beforeFailure.run();
                throw new IOException("the warehouse is closed");
            }
            OrderListener.process(order, 1);
            processed.add(order);
        }
    }

    static class Disconnecting {

        final List<String> recovered = new CopyOnWriteArrayList<>();

        @Bean
        MessageRecoverer recoverer() {
            return (message, failure) -> recovered.add(new String(message.getBody()));
        }
    }

    /** Enables its policy in the first attempt, which fails. */
    static class Enabling {

        final AtomicInteger deliveries = new AtomicInteger();
        private final PolicyStore policies;

        Enabling(PolicyStore policies) {
            this.policies = policies;
        }

        @RabbitListener(id = "plain", queuesToDeclare = @Queue("${queue}.plain"))
        void receive(String order) throws IOException {
            if (deliveries.incrementAndGet() == 1) {
                Author ada = new Author("ada", ChangeSource.ENDPOINT);
                policies.change(SettingsGroup.POLICIES, "orders", Map.of("enabled", "true"), ada);
                throw new IOException("the warehouse is closed");
            }
        }
    }

    /** Is interrupted in its first attempt. */
    static class Interrupted {

        final AtomicInteger deliveries = new AtomicInteger();

        @RabbitListener(id = "plain", queuesToDeclare = @Queue("${queue}.plain"))
        void receive(String order) throws InterruptedException {
            if (deliveries.incrementAndGet() == 1) {
                throw new InterruptedException("a task was cancelled");
            }
        }
    }

    /** Fails at first, and keeps the tags of the deliveries. */
    static class Consumers {

        final List<Long> tags = new CopyOnWriteArrayList<>();

        @RabbitListener(id = "plain", queuesToDeclare = @Queue("${queue}.plain"))
        void receive(Message order) throws IOException {
            tags.add(order.getMessageProperties().getDeliveryTag());
            if (tags.size() == 1) {
                throw new IOException("the warehouse is closed");
            }
        }
    }

    static class FailingRecoverer {

        @Bean
        MessageRecoverer recoverer() {
            return (message, failure) -> {
                throw new IllegalStateException("there is no such exchange");
            };
        }
    }

    static class RefundListener {

        @RabbitListener(id = "refund", queues = "${queue}.dead", autoStartup = "false")
        void receive(String order) {}
    }

    static class TwoQueues {

        @RabbitListener(queues = {"${queue}", "${queue}.dead"})
        void receive(String order) {}
    }

    static class Unnamed {

        @RabbitListener(queues = "${queue}")
        void receive(String order) {}
    }

    static class BatchListener {

        final List<Integer> deliveries = new CopyOnWriteArrayList<>();

        @RabbitListener(id = "order-batch", queues = "${queue}", containerFactory = "batches")
        void receive(List<String> orders) throws IOException {
            deliveries.add(orders.size());
            throw new IOException("the warehouse is closed");
        }
    }

    static class Batches {

        final List<String> recovered = new CopyOnWriteArrayList<>();

        @Bean
        MessageRecoverer recoverer() {
            return (message, failure) -> recovered.add(new String(message.getBody()));
        }

        @Bean
        SimpleRabbitListenerContainerFactory batches(
                SimpleRabbitListenerContainerFactoryConfigurer configurer, ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            configurer.configure(factory, connections);
            factory.setBatchListener(true);
            factory.setConsumerBatchEnabled(true);
            factory.setBatchSize(2);
            factory.setReceiveTimeout(2_000L);
            return factory;
        }
    }

    /** Recovers the messages of a batch together. */
    static class WholeBatches extends Batches {

        @Bean
        @Override
        MessageRecoverer recoverer() {
            MessageBatchRecoverer whole = (messages, failure) -> recovered.add(messages.stream()
                    .map(message -> new String(message.getBody()))
                    .collect(Collectors.joining(", ")));
            return whole;
        }
    }

    /** Calls a guarded method from the attempt on that the message says. */
    static class Caller {

        private final Warehouse warehouse;

        Caller(Warehouse warehouse) {
            this.warehouse = warehouse;
        }

        @RabbitListener(id = "caller", queues = "${queue}")
        void receive(String attempt) throws IOException {
            if (CurrentAttempt.get().orElseThrow().number() >= Integer.parseInt(attempt)) {
                warehouse.reserve();
            }
            throw new IOException("not yet");
        }
    }

    static class Warehouse {

        private final AtomicInteger attempts = new AtomicInteger();

        public int attempts() {
            return attempts.get();
        }

        @Backoff("orders")
        public void reserve() throws IOException {
            attempts.incrementAndGet();
            throw new IOException("the warehouse is closed");
        }
    }

    static class OwnTemplate {

        @Bean
        RabbitTemplate rabbitTemplate(ConnectionFactory connections) {
            return new RabbitTemplate(connections);
        }
    }

    static class Advised {

        final AtomicInteger invocations = new AtomicInteger();

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                SimpleRabbitListenerContainerFactoryConfigurer configurer, ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            configurer.configure(factory, connections);
            MethodInterceptor counting = invocation -> {
                invocations.incrementAndGet();
                return invocation.proceed();
            };
            factory.setAdviceChain(counting);
            return factory;
        }
    }

    static class RetryInterceptor {

        final List<String> recovered = new CopyOnWriteArrayList<>();

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                SimpleRabbitListenerContainerFactoryConfigurer configurer, ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            configurer.configure(factory, connections);
            factory.setAdviceChain(RetryInterceptorBuilder.stateless()
                    .maxRetries(1)
                    .backOffOptions(1, 1, 1)
                    .recoverer((message, failure) -> recovered.add(new String(message.getBody())))
                    .build());
            return factory;
        }
    }

    static class Asynchronous {

        @RabbitListener(id = "later", queues = "${queue}")
        CompletableFuture<String> receive(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }
}
