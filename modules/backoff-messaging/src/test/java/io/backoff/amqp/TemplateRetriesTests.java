package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionListener;
import org.springframework.amqp.rabbit.listener.DirectMessageListenerContainer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

class TemplateRetriesTests {

    @Test
    void anOutageOfTheBrokerMakesNoStormAndEnds() {
        AmqpBroker first = AmqpBroker.start(0);
        application(first.port())
                .withUserConfiguration(OrderListener.class, Restarting.class)
                .run(context -> {
                    OrderListener listener = context.getBean(OrderListener.class);
                    send(context, "before");
                    await().until(() -> listener.processed.contains("before"));

                    FailedConnections failed = new FailedConnections();
                    context.getBean(CachingConnectionFactory.class).addConnectionListener(failed);
                    RecordingListener decisions = context.getBean(RecordingListener.class);
                    decisions.clear();
                    first.close();
                    for (int message = 0; message < 50; message++) {
                        assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "during"));
                    }
                    // 50 first attempts, and the 20 retries of a full budget; the container connects on its own.
                    int attempts = decisions.decisions().size();
                    assertThat(attempts).isEqualTo(70);
                    assertThat(failed.count.get()).isBetween(attempts, attempts + 10);
                    assertThat(outcomes(context, "rabbitTemplate"))
                            .containsExactly(
                                    Map.entry("budget_denied", 40),
                                    Map.entry("exhausted", 10),
                                    Map.entry("success", 1));

                    try (AmqpBroker second = AmqpBroker.start(first.port())) {
                        assertThat(second.port()).isEqualTo(first.port());
                        await().atMost(Duration.ofSeconds(20))
                                .ignoreExceptions()
                                .until(() -> {
                                    send(context, "after");
                                    return true;
                                });
                        await().atMost(Duration.ofSeconds(20)).until(() -> listener.processed.contains("after"));
                        context.close();
                    }
                });
    }

    @Test
    void waitsForTheDelaysOfThePolicyAndThrowsTheFailure() {
        application(1).run(context -> {
            assertThatExceptionOfType(AmqpConnectException.class).isThrownBy(() -> send(context, "order"));
            assertThat(context.getBean(FakeTime.class).waits())
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
            assertThat(context.getBean(RecordingListener.class).decisions())
                    .allSatisfy(each -> assertThat(each.method()).isEqualTo("rabbitTemplate"));
        });
    }

    private static ApplicationContextRunner application(int port) {
        return AmqpApplication.on(port)
                .withBean(FakeTime.class)
                .withBean(RecordingListener.class)
                .withPropertyValues(
                        "backoff.amqp.template=orders",
                        "backoff.policies.listeners.delay=1ms",
                        "backoff.amqp.listener=listeners",
                        "backoff.budgets.orders.min-per-second=0");
    }

    /** Restarts a lost consumer after a second, instead of ten. */
    static class Restarting {

        @Bean
        ContainerCustomizer<DirectMessageListenerContainer> intervals() {
            return container -> {
                container.setMonitorInterval(500);
                container.setFailedDeclarationRetryInterval(1_000);
            };
        }
    }

    private static final class FailedConnections implements ConnectionListener {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void onCreate(Connection connection) {}

        @Override
        public void onFailed(Exception failure) {
            count.incrementAndGet();
        }
    }
}
