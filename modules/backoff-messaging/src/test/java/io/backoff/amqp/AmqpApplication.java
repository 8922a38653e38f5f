package io.backoff.amqp;

import io.backoff.messaging.BackoffMessagingAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** An application with a queue {@code orders}, and a queue for its dead letters. Queues have new names in each test. */
final class AmqpApplication {

    private AmqpApplication() {}

    /** The application on the shared broker, in fake time. */
    static ApplicationContextRunner inFakeTime(Class<?>... listeners) {
        return on(AmqpBroker.shared().port(), listeners).withBean(FakeTime.class);
    }

    static ApplicationContextRunner on(int port, Class<?>... listeners) {
        return application(RabbitAutoConfiguration.class, port, listeners);
    }

    /** The application with the class names of Spring Boot 4.2, and without those that it no longer has. */
    static ApplicationContextRunner onSpringBoot42(int port, Class<?>... listeners) {
        return application(
                        org.springframework.boot.rabbitmq.autoconfigure.RabbitAutoConfiguration.class, port, listeners)
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.amqp"));
    }

    private static ApplicationContextRunner application(Class<?> ofSpringBoot, int port, Class<?>... listeners) {
        return Applications.backoff(
                        ofSpringBoot,
                        BackoffAmqpAutoConfiguration.class,
                        BackoffMessagingAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class)
                .withUserConfiguration(Queues.class)
                .withUserConfiguration(listeners)
                .withBean(SimpleMeterRegistry.class)
                .withPropertyValues(
                        "spring.rabbitmq.host=127.0.0.1",
                        "spring.rabbitmq.port=" + port,
                        // It stops faster than the other type.
                        "spring.rabbitmq.listener.type=direct",
                        "queue=orders-" + UUID.randomUUID(),
                        "backoff.amqp.listener=orders",
                        "backoff.policies.orders.delay=100ms",
                        "backoff.policies.orders.jitter=none",
                        "backoff.policies.orders.max-attempts=3");
    }

    static void send(ApplicationContext context, String order) {
        Message message = MessageBuilder.withBody(order.getBytes())
                .setMessageId(UUID.randomUUID().toString())
                .setContentType("text/plain")
                .setHeader("customer", "42")
                .build();
        context.getBean(RabbitTemplate.class).send(queue(context), message);
    }

    static String queue(ApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("queue");
    }

    /** The next dead letter; {@code null} if there is none within ten seconds. */
    static Message deadLetter(ApplicationContext context) {
        return context.getBean(RabbitTemplate.class).receive(queue(context) + ".dead", 10_000);
    }

    static class Queues {

        /** The broker's way to say {@code x-dead-letter-exchange}, which it does not know, so it is not declared there. */
        @Bean
        Declarables queues(Environment environment) {
            String name = environment.getRequiredProperty("queue");
            FanoutExchange exchange = new FanoutExchange(name + ".dead");
            Queue dead = new Queue(name + ".dead");
            Queue orders = QueueBuilder.durable(name)
                    .withArgument("alternateExchange", exchange.getName())
                    .withArgument("x-qpid-maximum-delivery-count", 1)
                    .build();
            Queue inRabbit = QueueBuilder.durable(name)
                    .deadLetterExchange(exchange.getName())
                    .build();
            inRabbit.setShouldDeclare(false);
            return new Declarables(exchange, dead, BindingBuilder.bind(dead).to(exchange), orders, inRabbit);
        }
    }
}
