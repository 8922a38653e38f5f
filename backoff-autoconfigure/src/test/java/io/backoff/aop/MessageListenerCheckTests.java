package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;

@ExtendWith(OutputCaptureExtension.class)
class MessageListenerCheckTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfKafka.class,
                OfKafkaTwice.class,
                HandlerOfKafka.class,
                MetaAnnotated.class,
                OfRabbit.class,
                OfJms.class,
                Overriding.class,
                Asynchronous.class,
                GuardedAsAClass.class
            })
    void areWarnedOfOnce(Class<?> type, CapturedOutput output) {
        ListenerApplication.start(type);
        assertThat(output).containsOnlyOnce(ListenerApplication.WARNING);
        assertThat(output)
                .contains("@Backoff on " + type.getName() + ".receive: the method is a @")
                .contains("Remove @Backoff and let the container retry: ");
    }

    @Test
    void nameTheirAnnotation(CapturedOutput output) {
        ListenerApplication.start(OfJms.class);
        assertThat(output).contains("the method is a @JmsListener and");
    }

    @Test
    void nameWhatLetsTheirContainerRetry(CapturedOutput output) {
        ListenerApplication.start(OfJms.class);
        assertThat(output).contains("the bean SpringPolicies has backOff(\"orders\") for it.");
        ListenerApplication.start(OfKafka.class);
        assertThat(output).contains("set 'backoff.kafka.listener' to 'orders'.");
        ListenerApplication.start(OfRabbit.class);
        assertThat(output).contains("set 'backoff.amqp.listener' to 'orders'.");
    }

    @Test
    void areFineUnderAPolicyOfOneAttempt(CapturedOutput output) {
        ListenerApplication.start(Once.class);
        ListenerApplication.start(OfKafka.class, "backoff.enabled=false");
        assertThat(output).doesNotContain(ListenerApplication.WARNING);
    }

    @Test
    void areNotMistakenForWhatTheyCall(CapturedOutput output) {
        ListenerApplication.start(Service.class);
        assertThat(output).doesNotContain(ListenerApplication.WARNING);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @KafkaListener(topics = "orders")
    @interface Orders {}

    static class OfKafka {

        @Backoff("orders")
        @KafkaListener(topics = "orders")
        public void receive(String order) {}
    }

    static class OfKafkaTwice {

        @Backoff("orders")
        @KafkaListener(topics = "orders")
        @KafkaListener(topics = "returns")
        public void receive(String order) {}
    }

    @KafkaListener(topics = "orders")
    static class HandlerOfKafka {

        @Backoff("orders")
        @KafkaHandler
        public void receive(String order) {}
    }

    static class MetaAnnotated {

        @Backoff("orders")
        @Orders
        public void receive(String order) {}
    }

    static class OfRabbit {

        @Backoff("orders")
        @RabbitListener
        public void receive(String order) {}
    }

    static class OfJms {

        @Backoff("orders")
        @JmsListener
        public void receive(String order) {}
    }

    static class Overriding extends OfJms {

        @Override
        @Backoff("orders")
        public void receive(String order) {}
    }

    static class Asynchronous {

        @Backoff("orders")
        @KafkaListener(topics = "orders")
        public CompletableFuture<String> receive(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    @Backoff("orders")
    static class GuardedAsAClass {

        @KafkaListener(topics = "orders")
        public void receive(String order) {}
    }

    static class Once {

        @Backoff("once")
        @KafkaListener(topics = "orders")
        public void receive(String order) {}
    }

    static class Service {

        @KafkaListener(topics = "orders")
        public void receive(String order) {}

        @Backoff("orders")
        public void process(String order) {}
    }
}
