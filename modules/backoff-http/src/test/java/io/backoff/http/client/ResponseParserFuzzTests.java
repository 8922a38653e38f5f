package io.backoff.http.client;

import static org.assertj.core.api.Assertions.fail;

import io.backoff.classify.CalleeResponse;
import io.backoff.test.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No response of a callee makes classification fail or results in a hint out of bounds. */
class ResponseParserFuzzTests {

    private static final int INPUTS = 100_000;
    private static final String[] PARTS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u00",
        "\"retry\"",
        "\"never\"",
        "\"after\"",
        "\"retryAfterMs\"",
        "{\"retry\":\"after\",\"retryAfterMs\":",
        "{\"retry\":\"never\"",
        "-1",
        "0",
        "1e9",
        "1e-9",
        "1E400",
        "NaN",
        "99999999999999999999",
        "null",
        "true",
        "tru",
        " ",
        "\n",
        "\u0000",
        "\uFEFF",
        "\u00e9",
        "\uD83D\uDE00",
        "/*",
        "//",
        "Wed, 21 Oct 2026 07:28:00 GMT",
        "Sun Nov  6 08:49:37 1994",
        "+5",
        "0x10",
        "120"
    };
    private static final String[] TYPES = {
        "application/problem+json", "application/problem+json; charset=utf-16", "application/json", ";;;", ""
    };

    private final Random random = new Random(20261121);
    private final ResponseParser parser = new ResponseParser(new FakeTime(), new JacksonProblems());

    @Test
    void anyBodyIsAResponse() {
        for (int i = 0; i < INPUTS; i++) {
            byte[] body = random.nextBoolean() ? bytes() : mutated(text().getBytes(StandardCharsets.UTF_8));
            String type = random.nextInt(9) > 0 ? TYPES[0] : TYPES[random.nextInt(TYPES.length)];
            check(parser.of(503, only("Content-Type", List.of(type)), () -> body));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-Pushback-Ms", "Retry-After", "Content-Type"})
    void anyHeaderIsAResponse(String name) {
        for (int i = 0; i < INPUTS; i++) {
            List<String> lines = random.nextInt(9) > 0 ? List.of(text()) : List.of(text(), text());
            check(parser.of(503, only(name, lines), () -> new byte[0]));
        }
    }

    private static HeaderLines only(String name, List<String> lines) {
        return asked -> asked.equals(name) ? lines : List.of();
    }

    // Not with AssertJ, which would take longer than the parser.
    private static void check(CalleeResponse response) {
        Duration hint = response.retryAfter();
        if (hint != null && (hint.isNegative() || hint.compareTo(ResponseParser.MAX_RETRY_AFTER) > 0)) {
            fail("Out of bounds: " + response);
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int parts = random.nextInt(12); parts >= 0; parts--) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] mutated(byte[] bytes) {
        byte[] mutated = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        if (mutated.length > 0 && random.nextBoolean()) {
            mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
        }
        return mutated;
    }
}
