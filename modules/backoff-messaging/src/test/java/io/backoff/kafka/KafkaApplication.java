package io.backoff.kafka;

import io.backoff.messaging.BackoffMessagingAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.testkit.Applications;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;
import org.springframework.kafka.core.KafkaTemplate;

/** An application with a topic, which has a new name in each test, and a topic for its dead letters. */
final class KafkaApplication {

    private KafkaApplication() {}

    static ApplicationContextRunner with(Class<?>... listeners) {
        return withoutBroker(listeners)
                .withUserConfiguration(Topics.class)
                .withPropertyValues("spring.kafka.bootstrap-servers=" + KafkaBroker.servers());
    }

    /** An application that needs a consumer factory of its own. */
    static ApplicationContextRunner withoutBroker(Class<?>... listeners) {
        return Applications.backoff(
                        KafkaAutoConfiguration.class,
                        BackoffKafkaAutoConfiguration.class,
                        BackoffMessagingAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class)
                .withUserConfiguration(listeners)
                .withBean(SimpleMeterRegistry.class)
                .withPropertyValues(
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        // A group of its own: the consumer of an earlier test may be a member until its session ends.
                        "spring.kafka.consumer.group-id=shop-" + UUID.randomUUID(),
                        // A fetch that waits for new messages holds up the one for the messages that remain.
                        "spring.kafka.consumer.fetch-max-wait=5ms",
                        "topic=orders-" + UUID.randomUUID(),
                        "partitions=1",
                        "backoff.kafka.listener=orders",
                        "backoff.policies.orders.delay=5ms",
                        "backoff.policies.orders.jitter=none",
                        "backoff.policies.orders.max-attempts=3");
    }

    @SuppressWarnings("unchecked")
    static void send(ApplicationContext context, String order, int partition) {
        KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
        template.send(topic(context), partition, order, order).join();
    }

    static String topic(ApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("topic");
    }

    static class Topics {

        @Bean
        NewTopics topics(Environment environment) {
            String name = environment.getRequiredProperty("topic");
            int partitions = environment.getRequiredProperty("partitions", Integer.class);
            return new NewTopics(
                    new NewTopic(name, partitions, (short) 1), new NewTopic(name + "-dlt", partitions, (short) 1));
        }
    }
}
