package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.backoff.classify.CalleeResponse;
import io.backoff.test.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTests {

    private static final List<String> PROBLEM = List.of("application/problem+json");
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
        "\"type\"",
        "\"urn:problem:backoff:idempotency-in-progress\"",
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
    private final ResponseParser parser = new ResponseParser(new FakeTime(), new JacksonProblems());
    private final Random random = new Random(20261121);

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-2147483648", "soon", "", "1.5", "2147483648", "120, 120"})
    void pushbackThatIsNegativeOrUnreadableForbidsRetries(String pushback) {
        assertThat(read(Map.of("Retry-Pushback-Ms", List.of(pushback), "Retry-After", List.of("1")), ""))
                .isEqualTo(new CalleeResponse(503, true, false, null));
    }

    @Test
    void repeatedPushbackForbidsRetries() {
        assertThat(read(Map.of("Retry-Pushback-Ms", List.of("1", "2")), "").neverRetry())
                .isTrue();
    }

    @Test
    void problemForbidsRetriesWhateverTheHeadersSay() {
        Map<String, List<String>> headers =
                Map.of("Retry-Pushback-Ms", List.of("1"), "Retry-After", List.of("1"), "Content-Type", PROBLEM);
        assertThat(read(headers, "{\"retry\":\"never\"}").neverRetry()).isTrue();
    }

    @Test
    void pushbackGoesBeforeOtherHints() {
        Map<String, List<String>> headers =
                Map.of("Retry-Pushback-Ms", List.of("0"), "Retry-After", List.of("1"), "Content-Type", PROBLEM);
        assertThat(read(headers, "{\"retry\":\"after\",\"retryAfterMs\":5}"))
                .isEqualTo(new CalleeResponse(503, false, true, Duration.ZERO));
    }

    @Test
    void problemGoesBeforeRetryAfter() {
        Map<String, List<String>> headers = Map.of("Retry-After", List.of("1"), "Content-Type", PROBLEM);
        assertThat(read(headers, "{\"retry\":\"after\",\"retryAfterMs\":5}"))
                .isEqualTo(new CalleeResponse(503, false, true, Duration.ofMillis(5)));
        assertThat(read(headers, "{\"retry\":\"after\"}"))
                .isEqualTo(new CalleeResponse(503, false, true, Duration.ofSeconds(1)));
        assertThat(read(headers, "{\"retryAfterMs\":5}"))
                .isEqualTo(new CalleeResponse(503, false, false, Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @CsvSource({"1500, '', 1500", "1500, 1, 1500", "500, 1, 1000", "-1, 1, 1000", "1.5, '', ", "0, '', ", "x, '', "})
    void readsTheMillisecondsOfAmazon(String amazon, String retryAfter, @Nullable Long expected) {
        var headers = Map.of("x-amz-retry-after", List.of(amazon), "Retry-After", List.of(retryAfter));
        assertThat(read(headers, "").retryAfter()).isEqualTo(expected == null ? null : Duration.ofMillis(expected));
    }

    @ParameterizedTest
    @CsvSource({"1500, '', true", "1500, -1, true", "1500, 20, true", "0, '', false", "x, '', false", "'', '', false"})
    void theMillisecondsOfAmazonSayThatTheCalleeThrottles(String amazon, String pushback, boolean throttled) {
        Map<String, List<String>> headers = pushback.isEmpty()
                ? Map.of("x-amz-retry-after", List.of(amazon))
                : Map.of("x-amz-retry-after", List.of(amazon), "Retry-Pushback-Ms", List.of(pushback));
        HeaderLines lines = name -> headers.getOrDefault(name, List.of());
        for (int status : new int[] {400, 500}) {
            assertThat(parser.of(status, lines, ProblemHints.SILENT).throttled())
                    .isEqualTo(throttled);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "3600001"})
    void hintsEndAtAnHour(String millis) {
        assertThat(read(Map.of("Retry-Pushback-Ms", List.of(millis)), "").retryAfter())
                .isEqualTo(ResponseParser.MAX_RETRY_AFTER);
        assertThat(read(Map.of("Retry-After", List.of(millis)), "").retryAfter())
                .isEqualTo(ResponseParser.MAX_RETRY_AFTER);
        assertThat(problem("{\"retry\":\"after\",\"retryAfterMs\":" + millis + "}")
                        .retryAfter())
                .isEqualTo(ResponseParser.MAX_RETRY_AFTER);
    }

    @Test
    void theHeaderOfAMeshIsNotForUs() {
        assertThat(read(Map.of("x-envoy-ratelimited", List.of("true")), "")).isEqualTo(CalleeResponse.ofStatus(503));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/problem+json;charset=utf-8", "Application/Problem+JSON ; x=y"})
    void knowsProblemsByTheirType(String type) {
        assertThat(read(Map.of("Content-Type", List.of(type)), "{\"retry\":\"never\"}")
                        .neverRetry())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/html", "application/problem+xml", ";", "", "problem+json"})
    void looksAtNoOtherBody(String type) {
        CalleeResponse response =
                parser.of(503, name -> name.equals("Content-Type") ? List.of(type) : List.of(), () -> {
                    throw new AssertionError("looked at");
                });
        assertThat(response).isEqualTo(CalleeResponse.ofStatus(503));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'retry':'never'",
                "{'retry':'never'} and more",
                "{'a':[{'retry':'after'},[1,2]],'b':{'c':{}},'retry':'never'}",
                "{'retry':'never','retryAfterMs':}",
                "{'retryAfterMs':1e999,'retry':'never'}"
            })
    void believesWhatCanBeRead(String body) {
        assertThat(problem(body.replace('\'', '"')).neverRetry()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'retry':'never'}]",
                "{'a':{'retry':'never'}}",
                "{'retry':['never']}",
                "{'retry':{'retry':'never'}}",
                "{'retry':'NEVER'}",
                "{'retry':false}",
                "{'retry':null}",
                "{retry:'never'}",
                "never",
                "``"
            })
    void believesNothingElse(String body) {
        assertThat(problem(body.replace('\'', '"'))).isEqualTo(CalleeResponse.ofStatus(503));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "\"5\"", "null", "[]", "{}", "true"})
    void passesOverHintsThatAreNone(String millis) {
        assertThat(problem("{\"retry\":\"after\",\"retryAfterMs\":" + millis + "}"))
                .isEqualTo(new CalleeResponse(503, false, true, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'urn:problem:backoff:idempotency-in-progress'|true",
                "{'type':'urn:problem:backoff:idempotency-in-progress','retry':'after'}|true",
                "{'type':'urn:problem:backoff:idempotency-in-progress','retry':'never'}|false",
                "{'type':'urn:problem:backoff:idempotency-duplicate'}|false",
                "{'type':['urn:problem:backoff:idempotency-in-progress']}|false",
                "{'title':'urn:problem:backoff:idempotency-in-progress'}|false"
            })
    void recognizesARequestInProgress(String body, boolean inProgress) {
        assertThat(problem(body.replace('\'', '"')).inProgress()).isEqualTo(inProgress);
    }

    @Test
    void readNoFurtherThanTheLimit() {
        String early = "{\"retry\":\"never\",\"x\":\"" + "x".repeat(10_000_000) + "\"}";
        String late = "{\"x\":\"" + "x".repeat(ProblemHints.MAX_BYTES) + "\",\"retry\":\"never\"}";
        assertThat(problem(early).neverRetry()).isTrue();
        assertThat(problem(late)).isEqualTo(CalleeResponse.ofStatus(503));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "9", "\"", "\\u0000"})
    void survivesWhatGoesOnForEver(String part) {
        assertThat(problem("{\"a\":" + part.repeat(100_000)).neverRetry()).isFalse();
    }

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

    private CalleeResponse problem(String body) {
        return read(Map.of("Content-Type", PROBLEM), body);
    }

    private CalleeResponse read(Map<String, List<String>> headers, String body) {
        return parser.of(
                503, name -> headers.getOrDefault(name, List.of()), () -> body.getBytes(StandardCharsets.UTF_8));
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
