package io.backoff.redelivery.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.json.JsonValues;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** Arguments are read as the declared types, even if the application's own mapper would follow class names. */
class StoredCallCodecTests {

    private final StoredCallCodec codec = new StoredCallCodec(new JsonValues(JsonMapper.builder()
            .activateDefaultTyping(
                    BasicPolymorphicTypeValidator.builder()
                            .allowIfBaseType(Object.class)
                            .build(),
                    DefaultTyping.NON_FINAL)
            .build()));
    private final List<JavaType> types = List.of(codec.values().type(Mail.class));

    @Test
    void namesNoClass() {
        assertThat(codec.write(types, new Object[] {new Mail("m-1", List.of(1))}))
                .isEqualTo("[{\"id\":\"m-1\",\"content\":[1]}]");
    }

    @Test
    void followsNoClassName() {
        String named = "[\"" + Gadget.class.getName() + "\",{}]";
        assertThat(codec.read(types, "[{\"id\":\"m-1\",\"content\":" + named + "}]"))
                .containsExactly(new Mail("m-1", List.of(Gadget.class.getName(), Map.of())));
        assertThatThrownBy(() -> codec.read(types, "[" + named + "]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("argument 1 cannot be read");
        assertThat(Gadget.MADE).hasValue(0);
    }

    /** A newer version may know more causes. */
    @Test
    void readsACallWithAnUnknownCause() {
        var call = StoredCall.create("mails", "Mails.send", "[]", Instant.EPOCH);
        var stored = new String(codec.toBytes(call), UTF_8).replace("\"OTHER\"", "\"SOLAR_FLARE\"");
        assertThat(codec.fromBytes(stored.getBytes(UTF_8))).isEqualTo(call);
    }

    /** Nesting that would overflow the stack. */
    @Test
    void rejectsEndlessNesting() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThatThrownBy(() -> codec.read(types, deep)).isInstanceOf(JacksonException.class);
    }

    record Mail(String id, Object content) {}

    static final class Gadget {

        private static final AtomicInteger MADE = new AtomicInteger();

        Gadget() {
            MADE.incrementAndGet();
        }
    }
}
