package io.backoff.kills;

import io.backoff.amqp.BackoffAmqpAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.messaging.BackoffMessagingAutoConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Messages that the broker has confirmed: each is processed, or reaches the queue of dead letters. Messages of a queue
 * without dead letters are delivered later.
 */
class ListenersOnRabbitTests extends KillTest {

    private static final String WITH_DEAD_LETTERS = "orders";
    private static final String WITHOUT = "refunds";
    private static final String DEAD = "orders.dead";

    ListenersOnRabbitTests() {
        super("listeners", "RabbitMQ", Application.class);
    }

    @Override
    Server server() throws IOException {
        return new RabbitServer(directory);
    }

    @Override
    List<String> properties(int port) {
        return List.of(
                "spring.rabbitmq.host=127.0.0.1",
                "spring.rabbitmq.port=" + port,
                "spring.rabbitmq.publisher-confirm-type=correlated",
                "spring.rabbitmq.listener.simple.prefetch=10",
                "spring.rabbitmq.listener.simple.concurrency=4",
                "backoff.amqp.listener=orders",
                "backoff.policies.orders.delay=50ms",
                "backoff.policies.orders.max-delay=1s",
                "backoff.policies.orders.max-attempts=3",
                "backoff.policies.orders.budget=none");
    }

    @Override
    boolean isDrained(Server server) throws Exception {
        RabbitServer broker = (RabbitServer) server;
        return broker.messages(WITH_DEAD_LETTERS) + broker.messages(WITHOUT) + broker.messages(DEAD) == 0;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        RabbitAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffAmqpAutoConfiguration.class,
        BackoffMessagingAutoConfiguration.class
    })
    static class Application {

        @Bean
        Declarables queues() {
            FanoutExchange exchange = new FanoutExchange(DEAD);
            // A classic queue moves a dead letter without waiting for its confirmation, and loses it in a crash.
            Queue dead = QueueBuilder.durable(DEAD).quorum().build();
            return new Declarables(
                    exchange,
                    dead,
                    BindingBuilder.bind(dead).to(exchange),
                    new Queue(WITHOUT),
                    QueueBuilder.durable(WITH_DEAD_LETTERS)
                            .quorum()
                            .deadLetterExchange(exchange.getName())
                            .withArgument("x-dead-letter-strategy", "at-least-once")
                            .overflow(QueueBuilder.Overflow.rejectPublish)
                            .build());
        }

        @Bean
        Listeners listeners(Ledger.Client ledger) {
            return new Listeners(ledger);
        }

        @Bean
        Instance.Sender sender(RabbitTemplate template) {
            return number -> {
                CorrelationData confirmation = new CorrelationData();
                String queue = number % 4 == 3 ? WITHOUT : WITH_DEAD_LETTERS;
                template.convertAndSend("", queue, Integer.toString(number), confirmation);
                if (!confirmation.getFuture().get(10, TimeUnit.SECONDS).ack()) {
                    throw new IOException("not confirmed");
                }
            };
        }
    }

    static class Listeners {

        private final Ledger.Client ledger;

        Listeners(Ledger.Client ledger) {
            this.ledger = ledger;
        }

        @RabbitListener(queues = WITH_DEAD_LETTERS)
        void order(String number) {
            ledger.process(Integer.parseInt(number));
        }

        @RabbitListener(queues = WITHOUT)
        void refund(String number) {
            ledger.process(Integer.parseInt(number));
        }

        @RabbitListener(queues = DEAD)
        void dead(String number) {
            ledger.dead(Integer.parseInt(number));
        }
    }
}
