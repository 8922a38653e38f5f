package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedMemberTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "{\"a\" : {}, \"b\":[{\"a\":1}], \"a\":null}",
                "{\"b\":{\"a\":\"}\",\"a\":1}}",
                "[{\"a\":1,\"\\u0061\":1}]",
                "{\"c\":\"\\\"a\\\":\",\"a\":1,\n\"a\"\n:2}"
            })
    void isFound(String json) {
        assertThat(RepeatedMember.find(json)).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "{\"a\":\"a\",\"b\":\"a\"}",
                "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":1}]}",
                "[\"a\",\"a\"]",
                "{\"a\":\"\\\",\\\"a\\\":1\"}",
                "]}\"",
                "{\"\\",
                "{\"\\u00",
                "{\"\\u00zz\":1}"
            })
    void isAbsent(String json) {
        assertThat(RepeatedMember.find(json)).isNull();
    }

    @Test
    void doesNotChangeOtherBodies() {
        assertThat(NestedProperties.asText("{\"a\":1}")).isEqualTo("{\"a\":1}");
    }
}
