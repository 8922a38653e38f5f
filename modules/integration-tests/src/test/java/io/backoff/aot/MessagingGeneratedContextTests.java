package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.amqp.BackoffAmqpAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.kafka.BackoffKafkaAutoConfiguration;
import io.backoff.messaging.BackoffMessagingAutoConfiguration;
import io.backoff.method.IntegrationCalls;
import io.backoff.testkit.AheadOfTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.kafka.annotation.KafkaListener;

/** Applications that start from generated code govern the listeners that the properties of the run name. */
@CompileWithForkedClassLoader
class MessagingGeneratedContextTests {

    @Test
    void thePolicyIsDecidedWhereTheyRun() {
        AheadOfTime.build(Application.class, Map.of()).compile(built -> {
            built.run(
                    Map.of(
                            "backoff.amqp.listener", "default",
                            "backoff.amqp.template", "default",
                            "backoff.kafka.listener", "default"),
                    context -> assertThat(context.getBeansOfType(IntegrationCalls.class)
                                    .values())
                            .flatExtracting(IntegrationCalls::rows)
                            .extracting(IntegrationCalls.Row::method)
                            .containsExactlyInAnyOrder("Listeners.ofRabbit", "rabbitTemplate", "Listeners.ofKafka"));
            built.run(
                    Map.of(),
                    context -> assertThat(context.getBeansOfType(IntegrationCalls.class)
                                    .values())
                            .flatExtracting(IntegrationCalls::rows)
                            .isEmpty());
        });
    }

    public static class Listeners {

        @RabbitListener(queues = "orders", autoStartup = "false")
        public void ofRabbit(String order) {}

        @KafkaListener(topics = "orders", groupId = "shop", autoStartup = "false")
        public void ofKafka(String order) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        RabbitAutoConfiguration.class,
        KafkaAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffAmqpAutoConfiguration.class,
        BackoffKafkaAutoConfiguration.class,
        BackoffMessagingAutoConfiguration.class
    })
    public static class Application {

        @Bean
        public Listeners listeners() {
            return new Listeners();
        }
    }
}
