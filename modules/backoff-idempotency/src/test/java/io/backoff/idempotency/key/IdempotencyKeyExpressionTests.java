package io.backoff.idempotency.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.result.JacksonCodec;
import io.backoff.result.Caller;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class IdempotencyKeyExpressionTests {

    private static final Instant TIME = Instant.parse("2026-03-01T10:15:30.123456789Z");

    @Test
    void datesHaveMillisecondsAndNoTimeZone() throws Exception {
        assertThat(key(Date.from(TIME))).isEqualTo("2026-03-01T10:15:30.123Z");
        assertThat(key(Timestamp.from(TIME))).isEqualTo(TIME.toString());
        assertThat(key(List.of(Date.from(TIME)))).contains("30.123");
    }

    @Test
    void daysAndTimesOfDayAreNoInstants() throws Exception {
        assertThat(key(java.sql.Date.valueOf("2026-03-01"))).isEqualTo("2026-03-01");
        assertThat(key(Time.valueOf("10:15:30"))).isEqualTo("10:15:30");
    }

    @Test
    void otherValuesAreTextOrJson() throws Exception {
        assertThat(key("a, b")).isEqualTo("a, b");
        assertThat(key(TIME)).isEqualTo(TIME.toString());
        assertThat(key(Set.of("b", "a"))).isEqualTo("[\"a\",\"b\"]");
    }

    private static String key(Object value) throws Exception {
        var method = IdempotencyKeyExpressionTests.class.getDeclaredMethod("place", Object.class);
        var codec = new JacksonCodec(JsonMapper.builder().build());
        return new IdempotencyKeyExpression("#id", method, IdempotencyKeyExpressionTests.class, codec)
                .key(new CallContext(null, Caller.THREAD), null, new Object[] {value});
    }

    void place(Object id) {}
}
