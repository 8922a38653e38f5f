package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;

/** Handler methods of listener classes, and meta-annotations of listeners. */
@ExtendWith(OutputCaptureExtension.class)
class HandlerMethodsTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfRabbit.class,
                OfKafka.class,
                OfMetaAnnotatedRabbit.class,
                OfMetaAnnotatedKafka.class,
                OfAGuardedClass.class,
                MetaAnnotatedRabbit.class,
                MetaAnnotatedJms.class
            })
    void areWarnedOfOnce(Class<?> type, CapturedOutput output) {
        ListenerApplication.start(type);
        assertThat(output).containsOnlyOnce(ListenerApplication.WARNING);
        assertThat(output).contains("@Backoff on " + type.getName() + ".receive: the method is a @");
    }

    @ParameterizedTest
    @CsvSource({"false, OfAnInterface", "true, OfAnInterface", "false, WithAnInterface", "true, WithAnInterface"})
    void areWarnedOfBehindEachProxy(boolean cglib, String type, CapturedOutput output) throws ClassNotFoundException {
        ListenerApplication.start(
                Class.forName(getClass().getName() + "$" + type), "spring.aop.proxy-target-class=" + cglib);
        assertThat(output).containsOnlyOnce(ListenerApplication.WARNING);
    }

    @Test
    void areWarnedOfWhereTheirClassIsTheBaseOfTheListener(CapturedOutput output) {
        ListenerApplication.start(Derived.class);
        assertThat(output).containsOnlyOnce(ListenerApplication.WARNING);
    }

    @Test
    void areDistinguishedFromOtherMethodsOfTheirClass(CapturedOutput output) {
        ListenerApplication.start(Helping.class);
        assertThat(output).doesNotContain(ListenerApplication.WARNING);
    }

    @RabbitListener
    static class OfRabbit {

        @Backoff("orders")
        @RabbitHandler
        public void receive(String order) {}
    }

    @KafkaListener(topics = "orders")
    static class OfKafka {

        @Backoff("orders")
        @KafkaHandler(isDefault = true)
        public void receive(Object order) {}

        @KafkaHandler
        public void confirm(String order) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RabbitListener
    @interface RabbitOrders {}

    @Retention(RetentionPolicy.RUNTIME)
    @RabbitHandler
    @interface RabbitOrder {}

    @RabbitOrders
    static class OfMetaAnnotatedRabbit {

        @Backoff("orders")
        @RabbitOrder
        public void receive(String order) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @KafkaListener(topics = "orders")
    @interface KafkaOrders {}

    @Retention(RetentionPolicy.RUNTIME)
    @KafkaHandler
    @interface KafkaOrder {}

    @KafkaOrders
    static class OfMetaAnnotatedKafka {

        @Backoff("orders")
        @KafkaOrder
        public void receive(String order) {}
    }

    @Backoff("orders")
    @RabbitListener
    static class OfAGuardedClass {

        @RabbitHandler
        public void receive(String order) {}
    }

    static class MetaAnnotatedRabbit {

        @Backoff("orders")
        @RabbitOrders
        public void receive(String order) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @JmsListener
    @interface JmsOrders {}

    static class MetaAnnotatedJms {

        @Backoff("orders")
        @JmsOrders
        public void receive(String order) {}
    }

    interface Orders {

        void receive(String order);
    }

    interface GuardedOrders {

        @Backoff("orders")
        @RabbitHandler
        void receive(String order);
    }

    @RabbitListener
    static class OfAnInterface implements GuardedOrders {

        @Override
        public void receive(String order) {}
    }

    @RabbitListener
    static class WithAnInterface implements Orders {

        @Override
        @Backoff("orders")
        @RabbitHandler
        public void receive(String order) {}
    }

    static class Base {

        @Backoff("orders")
        @RabbitHandler
        public void receive(String order) {}
    }

    @RabbitListener
    static class Derived extends Base {}

    @RabbitListener
    static class Helping {

        @RabbitHandler
        public void receive(String order) {}

        @Backoff("orders")
        public void confirm(String order) {}
    }
}
