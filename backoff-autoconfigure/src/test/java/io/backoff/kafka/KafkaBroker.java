package io.backoff.kafka;

import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** The broker that the tests share. It lasts as long as the JVM. */
final class KafkaBroker {

    private static final EmbeddedKafkaBroker BROKER = start();

    private KafkaBroker() {}

    private static EmbeddedKafkaBroker start() {
        EmbeddedKafkaBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.afterPropertiesSet();
        return broker;
    }

    static String servers() {
        return BROKER.getBrokersAsString();
    }
}
