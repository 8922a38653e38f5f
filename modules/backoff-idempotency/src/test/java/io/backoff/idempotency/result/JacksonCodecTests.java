package io.backoff.idempotency.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** Stored JSON is read as the declared type, even if the application's own mapper would follow class names. */
class JacksonCodecTests {

    private final JacksonCodec codec = new JacksonCodec(JsonMapper.builder()
            .activateDefaultTyping(
                    BasicPolymorphicTypeValidator.builder()
                            .allowIfBaseType(Object.class)
                            .build(),
                    DefaultTyping.NON_FINAL)
            .build());

    @Test
    void namesNoClass() {
        assertThat(codec.write(new Receipt("r-1", List.of(1)), Receipt.class))
                .isEqualTo("{\"id\":\"r-1\",\"content\":[1]}");
    }

    @Test
    void followsNoClassName() {
        String named = "[\"" + Gadget.class.getName() + "\",{}]";
        assertThat(codec.read("{\"id\":\"r-1\",\"content\":" + named + "}", Receipt.class))
                .isEqualTo(new Receipt("r-1", List.of(Gadget.class.getName(), Map.of())));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.read(named, Receipt.class));
        assertThat(Gadget.MADE).hasValue(0);
    }

    record Receipt(String id, Object content) {}

    static final class Gadget {

        private static final AtomicInteger MADE = new AtomicInteger();

        Gadget() {
            MADE.incrementAndGet();
        }
    }
}
