package io.backoff.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.idempotency.InvalidIdempotencyKeyException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyKeyHeaderTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    abc         | abc
                    "abc"       | abc
                    "a \\"b\\\\" | 'a "b\\'
                    a"b         | a"b
                    a b         | a b
                    """)
    void readsKeys(String header, String key) {
        assertThat(IdempotencyKeyHeader.of(List.of(header))).isEqualTo(key);
    }

    @Test
    void readsTheLongestKey() {
        var key = "k".repeat(255);
        assertThat(IdempotencyKeyHeader.of(List.of(key))).isEqualTo(key);
        assertThat(IdempotencyKeyHeader.of(List.of('"' + key + '"'))).isEqualTo(key);
    }

    @ParameterizedTest
    @MethodSource
    void rejectsMalformedKeys(List<String> headers) {
        assertThatExceptionOfType(InvalidIdempotencyKeyException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.of(headers))
                .returns(false, InvalidIdempotencyKeyException::isMissing);
    }

    static Stream<List<String>> rejectsMalformedKeys() {
        return Stream.of(
                List.of(""),
                List.of("  "),
                List.of("\"\""),
                List.of("\""),
                List.of("\"abc"),
                List.of("\"a\"b\""),
                List.of("\"a\\b\""),
                List.of("\"a\\"),
                List.of("a\tb"),
                List.of("a\u0000b"),
                List.of("clé"),
                List.of("k".repeat(256)),
                List.of("a", "b"));
    }

    @Test
    void saysThatItIsMissing() {
        assertThatExceptionOfType(InvalidIdempotencyKeyException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.of(List.of()))
                .returns(true, InvalidIdempotencyKeyException::isMissing);
    }
}
