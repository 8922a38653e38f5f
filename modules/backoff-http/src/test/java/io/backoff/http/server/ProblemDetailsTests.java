package io.backoff.http.server;

import static io.backoff.http.server.ServerContract.assertForbidsRetry;
import static io.backoff.http.server.ServerContract.assertNoRetry;
import static io.backoff.http.server.ServerContract.pushback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.backoff.server.Rejection;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Failures that the application does not handle, with problem details rendered by Spring Boot. */
@ExtendWith(OutputCaptureExtension.class)
class ProblemDetailsTests {

    private static final Map<WebApplicationType, Server> SERVERS = new EnumMap<>(WebApplicationType.class);

    @BeforeAll
    static void start() {
        start(WebApplicationType.SERVLET, ServletServerTests.Application.class);
        start(WebApplicationType.REACTIVE, ReactiveServerTests.Application.class);
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(Server::close);
        SERVERS.clear();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void anUncaughtFailureKeepsItsResponse(WebApplicationType type, CapturedOutput output) {
        HttpResponse<String> response =
                Server.logged(() -> SERVERS.get(type).get("/guarded"), output, "always this one");
        assertForbidsRetry(response, 500);
        assertThat(Server.json(response).get("path")).isEqualTo("/guarded");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aFailureThatNamesItsStatusKeepsItsProblem(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/guarded-status");
        assertForbidsRetry(response, 502);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(Server.json(response).get("title")).isEqualTo("Bad Gateway");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aFailureThatIsWrappedToNameAStatusForbidsRetries(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/guarded-wrapped");
        assertForbidsRetry(response, 502);
        assertThat(Server.json(response).get("detail")).isEqualTo("The bank is down");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aFailureAfterACallThatWasDealtWithAddsNoAdvice(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/guarded-replaced");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(pushback(response)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aStatusOf503ForbidsRetriesCompletely(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/guarded-unavailable");
        assertForbidsRetry(response, 503);
        assertThat(response.headers().allValues("x-envoy-ratelimited")).containsExactly("true");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
        assertThat(Server.json(response).get("title")).isEqualTo("Service Unavailable");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void anAnnotatedFailureKeepsItsStatus(WebApplicationType type) {
        assertForbidsRetry(SERVERS.get(type).get("/guarded-annotated"), 410);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aProblemOutsideOfGuardedCallsHasNoAdvice(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/nowhere");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(pushback(response)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aHandlerOfTheApplicationAddsNoAdvice(WebApplicationType type) {
        HttpResponse<String> response = SERVERS.get(type).get("/guarded-handled");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(pushback(response)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void anOverloadInsideRejectsTheRequest(WebApplicationType type) {
        assertNoRetry(SERVERS.get(type).get("/without-budget"));
    }

    @Test
    void secondsAreRoundedUp() {
        assertThat(headers(2_001)).containsEntry("Retry-After", "3").containsEntry("Retry-Pushback-Ms", "2001");
        assertThat(headers(2_000)).containsEntry("Retry-After", "2");
    }

    @Test
    void theBodySaysWhetherAndWhenToRetry() {
        assertThat(new HttpRejection(Rejection.retryAfter(Duration.ofMillis(2_001)))
                        .problem()
                        .body())
                .containsExactly(
                        entry("type", "urn:problem:backoff:overloaded"),
                        entry("title", "Overloaded"),
                        entry("status", 503),
                        entry("retry", "after"),
                        entry("retryAfterMs", 2_001));
        assertThat(new HttpRejection(Rejection.NO_RETRY).problem().body())
                .containsExactly(
                        entry("type", "urn:problem:backoff:overloaded-no-retry"),
                        entry("title", "Overloaded, do not retry"),
                        entry("status", 503),
                        entry("retry", "never"));
    }

    private static void start(WebApplicationType type, Class<?> application) {
        SERVERS.put(
                type,
                Server.start(
                        type,
                        application,
                        "spring.mvc.problemdetails.enabled=true",
                        "spring.webflux.problemdetails.enabled=true"));
    }

    private static Map<String, String> headers(long millis) {
        return new HttpRejection(Rejection.retryAfter(Duration.ofMillis(millis))).headers();
    }
}
