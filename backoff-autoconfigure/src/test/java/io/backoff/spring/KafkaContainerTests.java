package io.backoff.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BackOffHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import org.springframework.kafka.test.utils.KafkaTestUtils;

/** A real container and broker, with an error handler that waits as a named policy says. */
class KafkaContainerTests {

    private static final EmbeddedKafkaBroker broker = new EmbeddedKafkaKraftBroker(1, 1, "orders");

    private final FakeTime time = new FakeTime();
    private final List<String> deliveries = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> givenUp = new CompletableFuture<>();
    private final CompletableFuture<String> processed = new CompletableFuture<>();

    @BeforeAll
    static void start() {
        broker.afterPropertiesSet();
    }

    @AfterAll
    static void stop() {
        broker.destroy();
    }

    @Test
    void redeliversAfterTheDelaysOfThePolicyAndGivesUp() throws Exception {
        KafkaMessageListenerContainer<String, String> container = container();
        container.start();
        try {
            send("poison");
            assertThat(givenUp.get(20, TimeUnit.SECONDS)).isEqualTo("poison");
            send("order");
            assertThat(processed.get(20, TimeUnit.SECONDS)).isEqualTo("order");
        } finally {
            container.stop();
        }
        assertThat(deliveries).containsExactly("poison", "poison", "poison", "poison", "order");
        assertThat(time.waits())
                .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
    }

    private KafkaMessageListenerContainer<String, String> container() {
        Map<String, Object> consumer = KafkaTestUtils.consumerProps(broker, "shop", false);
        consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        ContainerProperties properties = new ContainerProperties("orders");
        properties.setMessageListener((MessageListener<String, String>) this::onMessage);
        KafkaMessageListenerContainer<String, String> container = new KafkaMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(consumer, new StringDeserializer(), new StringDeserializer()),
                properties);
        container.setCommonErrorHandler(errorHandler());
        return container;
    }

    private DefaultErrorHandler errorHandler() {
        SpringPolicies policies = new SpringPolicies(
                new BackoffPolicies(
                        () -> Map.of("orders", Policies.doubling(Duration.ofMillis(100), 4, Duration.ofMinutes(1)))),
                time);
        return new DefaultErrorHandler(
                (failed, failure) -> givenUp.complete((String) failed.value()),
                policies.backOff("orders"),
                new FakeSleep(time));
    }

    private void onMessage(ConsumerRecord<String, String> message) {
        deliveries.add(message.value());
        if (message.value().equals("poison")) {
            throw new IllegalStateException("cannot be processed");
        }
        processed.complete(message.value());
    }

    private static void send(String value) {
        DefaultKafkaProducerFactory<String, String> factory = new DefaultKafkaProducerFactory<>(
                KafkaTestUtils.producerProps(broker), new StringSerializer(), new StringSerializer());
        new KafkaTemplate<>(factory).send("orders", value).join();
        factory.destroy();
    }

    /** Records the delays of the container without waiting. */
    private record FakeSleep(FakeTime time) implements BackOffHandler {

        @Override
        public void onNextBackOff(MessageListenerContainer container, Exception failure, long nextBackOff) {
            sleep(nextBackOff);
        }

        private void sleep(long millis) {
            try {
                time.sleep(Duration.ofMillis(millis));
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
