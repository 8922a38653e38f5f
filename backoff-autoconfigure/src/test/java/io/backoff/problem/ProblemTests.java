package io.backoff.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTests {

    @Test
    void omitsADetailThatIsMissing() {
        assertThat(json(Problem.of(409, "urn:problem:backoff:idempotency-duplicate", "Done before")))
                .isEqualTo("{\"type\":\"urn:problem:backoff:idempotency-duplicate\",\"title\":\"Done before\","
                        + "\"status\":409}");
    }

    @Test
    void hasItsMembersInOrderAndKeepsThoseWithoutAValue() {
        Problem problem = Problem.badRequest(
                        "urn:problem:backoff:invalid-setting", "Invalid setting", "Nothing was changed")
                .with("value", null)
                .with("known", List.of("a", "b"))
                .with("after", 7);
        assertThat(json(problem))
                .isEqualTo("{\"type\":\"urn:problem:backoff:invalid-setting\",\"title\":\"Invalid setting\","
                        + "\"status\":400,\"detail\":\"Nothing was changed\",\"value\":null,\"known\":[\"a\",\"b\"],"
                        + "\"after\":7}");
    }

    @Test
    void escapesText() {
        assertThat(json(Problem.of(400, "t", "say \"no\"\n"))).contains("\"say \\\"no\\\"\\n\"");
    }

    @Test
    void hasNoHeadersInItsBody() {
        assertThat(Problem.of(409, "t", "title")
                        .withHeaders(Map.of("Retry-After", "1"))
                        .body())
                .containsOnlyKeys("type", "title", "status");
    }

    /** An error page should show only errors of the server. */
    @ParameterizedTest
    @CsvSource({
        "503, FOR_BROWSERS, 'text/html,*/*', true",
        "503, FOR_BROWSERS, application/json, false",
        "503, FOR_BROWSERS, , false",
        "503, FOR_ALL, , true",
        "499, FOR_BROWSERS, text/html, false",
        "499, FOR_ALL, text/html, false"
    })
    void givesWayToAnErrorPage(int status, ErrorPages pages, String accept, boolean page) {
        assertThat(pages.render(Problem.of(status, "t", "title"), accept)).isEqualTo(page);
    }

    private static String json(Problem problem) {
        return new String(problem.json(), StandardCharsets.UTF_8);
    }
}
