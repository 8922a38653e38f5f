package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.CalleeResponse;
import io.backoff.test.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTests {

    private static final List<String> PROBLEM = List.of("application/problem+json");

    private final ResponseParser parser = new ResponseParser(new FakeTime(), new JacksonProblems());

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
                .isEqualTo(ResponseParser.MAX_HINT);
        assertThat(read(Map.of("Retry-After", List.of(millis)), "").retryAfter())
                .isEqualTo(ResponseParser.MAX_HINT);
        assertThat(problem("{\"retry\":\"after\",\"retryAfterMs\":" + millis + "}")
                        .retryAfter())
                .isEqualTo(ResponseParser.MAX_HINT);
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

    private CalleeResponse problem(String body) {
        return read(Map.of("Content-Type", PROBLEM), body);
    }

    private CalleeResponse read(Map<String, List<String>> headers, String body) {
        return parser.of(
                503, name -> headers.getOrDefault(name, List.of()), () -> body.getBytes(StandardCharsets.UTF_8));
    }
}
