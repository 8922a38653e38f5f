package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.deadLetter;
import static io.backoff.amqp.AmqpApplication.queue;
import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Messages on a real broker, delivered to a listener under a policy. */
@ExtendWith(AmqpBroker.Shared.class)
class ListenerRetriesTests {

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
                    send(context, "throttled");
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

    private static void change(ApplicationContext context, String property, String value) {
        context.getBean(PolicyStore.class)
                .change(
                        SettingsGroup.POLICIES,
                        "orders",
                        Map.of(property, value),
                        Author.of(null, ChangeSource.ENDPOINT));
    }

    static class Republishing {

        @Bean
        MessageRecoverer recoverer(RabbitTemplate template, Environment environment) {
            return new RepublishMessageRecoverer(template, environment.getRequiredProperty("queue") + ".dead");
        }
    }
}
