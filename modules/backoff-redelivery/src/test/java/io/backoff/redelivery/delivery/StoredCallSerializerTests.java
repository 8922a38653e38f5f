package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import io.backoff.redelivery.Outage.Mailer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Rows contain JSON, whatever serializer the application has for its own tasks. */
class StoredCallSerializerTests {

    private final ApplicationContextRunner application =
            Stored.runner(Mailer.class).withPropertyValues("backoff.policies.mail.max-attempts=3");

    @Test
    void isNotThatOfTheApplication() {
        Stored.run(application.withBean(DbSchedulerCustomizer.class, Texts::new), stored -> {
            stored.bean(Mailer.class).send("m-1");
            assertThat(stored.data()).startsWith("{\"bean\":").contains("\"arguments\":[\"m-1\"]");
            stored.makeDue();
            assertThat(stored.bean(Mailer.class).sent()).containsExactly("m-1");
        });
    }

    @Test
    void leavesOtherTasksToTheApplication() {
        Stored.run(application.withBean(DbSchedulerCustomizer.class, Texts::new), stored -> {
            Serializer serializer =
                    stored.bean(DbSchedulerCustomizer.class).serializer().orElseThrow();
            assertThat(serializer.serialize("text")).isEqualTo("text".getBytes(StandardCharsets.UTF_16));
            assertThat(serializer.deserialize(String.class, "text".getBytes(StandardCharsets.UTF_16)))
                    .isEqualTo("text");
        });
    }

    /** Supports only strings. */
    static class Texts implements DbSchedulerCustomizer, Serializer {

        @Override
        public Optional<Serializer> serializer() {
            return Optional.of(this);
        }

        @Override
        public byte[] serialize(Object data) {
            return ((String) data).getBytes(StandardCharsets.UTF_16);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] bytes) {
            return type.cast(new String(bytes, StandardCharsets.UTF_16));
        }
    }
}
