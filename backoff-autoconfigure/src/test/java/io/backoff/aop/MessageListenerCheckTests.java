package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;

/** Listeners and handlers of messages, whose container retries. */
@Logged(MessageListenerCheck.class)
class MessageListenerCheckTests {

    static final String WARNING = "so attempts multiply";

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
                GuardedAsAClass.class,
                HandlerOfRabbit.class,
                DefaultHandlerOfKafka.class,
                OfMetaAnnotatedRabbit.class,
                OfMetaAnnotatedKafka.class,
                OfAGuardedClass.class,
                MetaAnnotatedOfRabbit.class,
                MetaAnnotatedJms.class
            })
    void areWarnedOfOnce(Class<?> type, CapturedOutput output) {
        start(type);
        assertThat(output).containsOnlyOnce(WARNING);
        assertThat(output)
                .contains("@Backoff on " + type.getName() + ".receive: the method is a @")
                .contains("Remove @Backoff and let the container retry: ");
    }

    @Test
    void nameTheirAnnotation(CapturedOutput output) {
        start(OfJms.class);
        assertThat(output).contains("the method is a @JmsListener and");
    }

    @Test
    void nameWhatLetsTheirContainerRetry(CapturedOutput output) {
        start(OfJms.class);
        assertThat(output).contains("set its back-off to SpringPolicies.backOff(\"orders\").");
        start(OfKafka.class);
        assertThat(output).contains("set 'backoff.kafka.listener' to 'orders'.");
        start(OfRabbit.class);
        assertThat(output).contains("set 'backoff.amqp.listener' to 'orders'.");
    }

    @Test
    void areFineUnderAPolicyOfOneAttempt(CapturedOutput output) {
        start(Once.class);
        start(OfKafka.class, "backoff.enabled=false");
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void areNotMistakenForWhatTheyCall(CapturedOutput output) {
        start(Service.class);
        assertThat(output).doesNotContain(WARNING);
    }

    @ParameterizedTest
    @CsvSource({"false, OfAnInterface", "true, OfAnInterface", "false, WithAnInterface", "true, WithAnInterface"})
    void handlersAreWarnedOfBehindEachProxy(boolean cglib, String type, CapturedOutput output)
            throws ClassNotFoundException {
        start(Class.forName(getClass().getName() + "$" + type), "spring.aop.proxy-target-class=" + cglib);
        assertThat(output).containsOnlyOnce(WARNING);
    }

    @Test
    void handlersAreWarnedOfWhereTheirClassIsTheBaseOfTheListener(CapturedOutput output) {
        start(Derived.class);
        assertThat(output).containsOnlyOnce(WARNING);
    }

    @Test
    void handlersAreDistinguishedFromOtherMethodsOfTheirClass(CapturedOutput output) {
        start(Helping.class);
        assertThat(output).doesNotContain(WARNING);
    }

    /** Starts the application and stops it. */
    static void start(Class<?> listener, String... properties) {
        Applications.backoff()
                .withPropertyValues("backoff.policies.orders.max-attempts=3", "backoff.policies.once.max-attempts=1")
                .withPropertyValues(properties)
                .withBean(listener)
                .run(running -> assertThat(running).hasNotFailed());
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

    @RabbitListener
    static class HandlerOfRabbit {

        @Backoff("orders")
        @RabbitHandler
        public void receive(String order) {}
    }

    @KafkaListener(topics = "orders")
    static class DefaultHandlerOfKafka {

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

    static class MetaAnnotatedOfRabbit {

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

    interface OrderReceiver {

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
    static class WithAnInterface implements OrderReceiver {

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
