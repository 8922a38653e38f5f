package io.backoff.kills;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.kafka.BackoffKafkaAutoConfiguration;
import io.backoff.messaging.BackoffMessagingAutoConfiguration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;

/** Records that the broker has acknowledged: each is processed, or reaches the topic of dead letters. */
class ListenersOnKafkaTests extends KillTest {

    private static final int PARTITIONS = 4;

    ListenersOnKafkaTests() {
        super("listeners", "Kafka", Application.class);
    }

    @Override
    Server server() {
        return new KafkaServer(directory);
    }

    @Override
    List<String> properties(int port) {
        return List.of(
                "spring.kafka.bootstrap-servers=127.0.0.1:" + port,
                "spring.kafka.consumer.group-id=shop",
                "spring.kafka.consumer.auto-offset-reset=earliest",
                "spring.kafka.consumer.properties.session.timeout.ms=6000",
                "spring.kafka.consumer.properties.heartbeat.interval.ms=1000",
                // A retry waits for a fetch from beyond the record, which lasts that long on a quiet topic.
                "spring.kafka.consumer.fetch-max-wait=20ms",
                "spring.kafka.listener.concurrency=2",
                // A record that fails holds up its partition, so delays are short.
                "backoff.kafka.listener=orders",
                "backoff.policies.orders.delay=10ms",
                "backoff.policies.orders.max-attempts=3",
                "backoff.policies.orders.budget=none");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        KafkaAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffKafkaAutoConfiguration.class,
        BackoffMessagingAutoConfiguration.class
    })
    static class Application {

        @Bean
        NewTopics topics() {
            return new NewTopics(
                    new NewTopic("orders", PARTITIONS, (short) 1), new NewTopic("orders-dlt", PARTITIONS, (short) 1));
        }

        @Bean
        DeadLetterPublishingRecoverer recoverer(KafkaTemplate<Object, Object> template) {
            return new DeadLetterPublishingRecoverer(template);
        }

        @Bean
        Listeners listeners(Ledger.Client ledger) {
            return new Listeners(ledger);
        }

        @Bean
        Instance.Sender sender(KafkaTemplate<Object, Object> template) {
            return number -> {
                String text = Integer.toString(number);
                template.send("orders", number % PARTITIONS, text, text).get(20, TimeUnit.SECONDS);
            };
        }
    }

    static class Listeners {

        private final Ledger.Client ledger;

        Listeners(Ledger.Client ledger) {
            this.ledger = ledger;
        }

        @KafkaListener(topics = "orders")
        void order(String number) {
            ledger.process(Integer.parseInt(number));
        }

        @KafkaListener(topics = "orders-dlt")
        void dead(String number) {
            ledger.dead(Integer.parseInt(number));
        }
    }
}
