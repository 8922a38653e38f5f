package io.backoff.kafka;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** The broker of one test class. It starts when it is first needed, and does not log beside later tests. */
final class KafkaBroker implements AfterAllCallback {

    private static @Nullable EmbeddedKafkaBroker running;

    static String servers() {
        EmbeddedKafkaBroker known = running;
        if (known == null) {
            known = start();
            running = known;
        }
        return known.getBrokersAsString();
    }

    private static EmbeddedKafkaBroker start() {
        EmbeddedKafkaBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.afterPropertiesSet();
        return broker;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        EmbeddedKafkaBroker known = running;
        running = null;
        if (known != null) {
            known.destroy();
        }
    }
}
