package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The responses that callers see, on every kind of server. */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ServerContract {

    private static final String ATTEMPT = "Retry-Attempt";
    private static final String RETRYABLE = "retryable";
    private static final String NO_RETRY = "no_retry";

    private final Server server;

    ServerContract(WebApplicationType type, Class<?> application) {
        server = Server.start(type, application);
    }

    Server server() {
        return server;
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server().forget();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overloaded", "/limited"})
    void aRejectedCallerMayRetryLater(String path) {
        double before = server().rejections(RETRYABLE);
        HttpResponse<String> response = server().get(path);

        long millis = pushback(response).orElseThrow();
        assertThat(millis).isBetween(500L, 1_500L);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().allValues("Retry-After")).containsExactly("" + (millis + 999) / 1000);
        assertThat(response.headers().firstValue("x-envoy-ratelimited")).isEmpty();
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(Server.json(response))
                .isEqualTo(Map.of(
                        "type",
                        "urn:problem:backoff:overloaded",
                        "title",
                        "Overloaded",
                        "status",
                        503,
                        "retry",
                        "after",
                        "retryAfterMs",
                        (int) millis));
        assertThat(server().rejections(RETRYABLE)).isEqualTo(before + 1);
    }

    @Test
    void theHintOfTheApplicationIsNotUndercut() {
        assertThat(pushback(server().get("/overloaded-for-a-while")).orElseThrow())
                .isBetween(3_000L, 4_500L);
    }

    @Test
    void retriesAreNotWelcomeWhenManyAreMadeAlready() {
        server().get(94, "/ok");
        server().get(5, "/ok", ATTEMPT, "1;max=3");
        assertNoRetry(server().get("/overloaded"));
    }

    @Test
    void retriesAreNotWelcomeWhenHalfIsRejected() {
        server().get(50, "/ok");
        server().get(49, "/overloaded");
        assertNoRetry(server().get("/overloaded"));

        server().forget();
        assertThat(pushback(server().get("/overloaded")).orElseThrow()).isNotNegative();
    }

    @Test
    void strangersAreNotBelieved() throws IOException {
        double retries = server().count("backoff.server.requests", "retries", "1");
        double malformed = server().count("backoff.server.malformed");
        server().get(94, "/ok");
        for (String header : new String[] {"1;max=3", "1;ttl=0", "x", "1", "1"}) {
            assertThat(server().getAsStranger("/ok", ATTEMPT + ": " + header)).startsWith("HTTP/1.1 200");
        }

        assertThat(pushback(server().get("/overloaded")).orElseThrow()).isNotNegative();
        assertThat(server().count("backoff.server.requests", "retries", "1")).isEqualTo(retries);
        assertThat(server().count("backoff.server.malformed")).isEqualTo(malformed);
    }

    @Test
    void countsRequestsByTheAttemptsBeforeThem() {
        double[] before = distribution();
        server().get(2, "/ok");
        server().get("/ok", ATTEMPT, "1");
        server().get("/ok", "x-envoy-attempt-count", "3");
        server().get("/ok", "grpc-previous-rpc-attempts", "3");
        server().get("/ok", ATTEMPT, "99");

        double[] after = distribution();
        for (int i = 0; i < after.length; i++) {
            assertThat(after[i] - before[i]).isEqualTo(new double[] {2, 1, 1, 2}[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ok", "/overloaded", "/own", "/status", "/handled", "/unguarded", "/nowhere"})
    void countsEachRequestOnce(String path) {
        double before = Arrays.stream(distribution()).sum();
        server().get(path);
        server().get(path, "Accept", "text/html");
        assertThat(Arrays.stream(distribution()).sum()).isEqualTo(before + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overloaded", "/own", "/status"})
    void countsEachRejectionOnce(String path) {
        double before = server().rejections(RETRYABLE);
        server().get(path);
        server().get(path, "Accept", "text/html");
        assertThat(server().rejections(RETRYABLE)).isEqualTo(before + 2);
    }

    @Test
    void rejectedRequestsAreObservedWithTheirFailure() {
        server().get("/overloaded-for-a-while");
        assertThat(server().observed("/overloaded-for-a-while")).isEqualTo("OverloadedException");
    }

    @Test
    void countsWhatItCannotRead() {
        double before = server().count("backoff.server.malformed");
        assertThat(server().get("/ok", ATTEMPT, "-1").statusCode()).isEqualTo(200);
        assertThat(server().get("/ok", ATTEMPT, "1", ATTEMPT, "2").statusCode()).isEqualTo(200);
        assertThat(server().count("backoff.server.malformed")).isEqualTo(before + 2);
    }

    @Test
    void aCallerThatHasStoppedWaitingIsRejectedBeforeTheHandler() {
        assertNoRetry(server().get("/ok", ATTEMPT, "1;max=3;ttl=0"));
        assertThat(server().bottom()).hasValue(0);
        assertThat(server().get("/ok", ATTEMPT, "1;max=3;ttl=1").statusCode()).isEqualTo(200);
    }

    @Test
    void aFilterMayRejectToo() {
        HttpResponse<String> response = server().get("/ok", "X-Full", "yes");
        assertThat(Server.json(response).get("retry")).isEqualTo("after");
        assertThat(server().bottom()).hasValue(0);
    }

    @Test
    void aResponseOfTheApplicationKeepsItsBody() {
        HttpResponse<String> response = server().get("/own");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("closed for lunch");
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
        assertThat(pushback(response).orElseThrow()).isBetween(500L, 1_500L);
    }

    @Test
    void aResponseOfTheApplicationKeepsItsHintUnlessRetriesAreNotWelcome() {
        HttpResponse<String> response = server().get("/own-hint");
        assertThat(response.headers().allValues("Retry-After")).containsExactly("77");
        // Clients prefer the pushback.
        assertThat(pushback(response)).hasValue(77_000);

        server().get(99, "/own");
        response = server().get("/own-hint");
        assertThat(response.body()).isEqualTo("closed for lunch");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
        assertThat(pushback(response)).hasValue(-1);
    }

    @Test
    void aResponseOfTheApplicationKeepsItsPushback() {
        HttpResponse<String> response = server().get("/own-pushback");
        assertThat(response.headers().allValues("Retry-Pushback-Ms")).containsExactly("4321");
    }

    @Test
    void aResponseOfTheApplicationMayForbidAnotherAttempt() {
        HttpResponse<String> response = server().get("/own-never");
        assertThat(response.body()).isEqualTo("closed for good");
        assertThat(response.headers().allValues("Retry-Pushback-Ms")).containsExactly("-1");
        assertThat(response.headers().allValues("x-envoy-ratelimited")).containsExactly("true");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
    }

    @Test
    void anExceptionThatNamesItsStatusIsAResponseOfTheApplication() {
        HttpResponse<String> response = server().get("/status");
        assertThat(Server.json(response).get("path")).isEqualTo("/status");
        assertThat(pushback(response).orElseThrow()).isNotNegative();
    }

    @Test
    void anExceptionHandlerOfTheApplicationWins() {
        HttpResponse<String> response = server().get("/handled");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).isEqualTo("mine");
        assertThat(pushback(response)).isEmpty();
    }

    @Test
    void browsersGetTheErrorPage() {
        HttpResponse<String> response = server().get("/overloaded", "Accept", "text/html,*/*;q=0.8");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(response.headers().allValues("Retry-After")).hasSize(1);
        assertThat(pushback(response).orElseThrow()).isNotNegative();
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void whatIsUsedUpInsideKeepsItsResponseAndEndsTheRetriesOfTheCaller(String path, CapturedOutput output) {
        double before = server().rejections(NO_RETRY);
        HttpResponse<String> response = Server.logged(() -> server().get(path), output, "always this one");
        assertForbidsRetry(response, 500);
        assertThat(Server.json(response).get("error")).isEqualTo("Internal Server Error");
        assertThat(Server.json(response).get("path")).isEqualTo(path);
        assertThat(server().bottom()).hasValue(3);
        assertThat(server().rejections(NO_RETRY)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void browsersGetTheErrorPageOfWhatIsUsedUp(String path) {
        HttpResponse<String> response = server().get(path, "Accept", "text/html");
        assertForbidsRetry(response, 500);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(response.body()).contains("Internal Server Error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/without-budget", "/told-not-to-retry"})
    void anOverloadInsideRejectsTheRequest(String path) {
        double before = server().rejections(NO_RETRY);
        assertNoRetry(server().get(path));
        assertThat(server().bottom()).hasValue(1);
        assertThat(server().rejections(NO_RETRY)).isEqualTo(before + 1);
    }

    @Test
    void anOverloadOfTheApplicationThatIsUsedUpRejectsTheRequest() {
        assertNoRetry(server().get("/guarded-overload"));
    }

    @ParameterizedTest
    @CsvSource({"/guarded-permanent, 500", "/guarded-status, 502", "/guarded-wrapped, 502", "/guarded-annotated, 410"})
    void everyOtherFailureKeepsItsStatus(String path, int status) {
        HttpResponse<String> response = server().get(path);
        assertForbidsRetry(response, status);
        assertThat(Server.json(response).get("status")).isEqualTo(status);
    }

    @Test
    void aStatusOf503ThatAFailureNamesForbidsRetriesCompletely() {
        HttpResponse<String> response = server().get("/guarded-unavailable");
        assertForbidsRetry(response, 503);
        assertThat(response.headers().allValues("x-envoy-ratelimited")).containsExactly("true");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/guarded-handled, 409", "/guarded-caught, 200", "/without-budget-handled, 409"})
    void aHandledFailureGetsNoHeaders(String path, int status) {
        HttpResponse<String> response = server().get(path);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("mine");
        assertThat(pushback(response)).isEmpty();
    }

    @Test
    void aFailureAfterACallThatWasDealtWithGetsNoHeader() {
        HttpResponse<String> response = server().get("/guarded-replaced");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(pushback(response)).isEmpty();
    }

    @Test
    void aRejectionAfterACallThatWasDealtWithMayBeRetried() {
        HttpResponse<String> response = server().get("/guarded-caught-503");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(pushback(response).orElseThrow()).isNotNegative();
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void aCallInARetriedRequestMakesOneAttemptAndIsNotMarked(String path) {
        double[] before = distribution();
        HttpResponse<String> response = server().get(path, ATTEMPT, "1;max=3");
        assertThat(distribution()[1]).isEqualTo(before[1] + 1);
        assertThat(server().bottom()).hasValue(1);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(pushback(response)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0;max=99", "0;max=99;ttl=300000", "-1;max=99"})
    void noHeaderBuysMoreAttempts(String header) {
        server().get("/guarded", ATTEMPT, header);
        assertThat(server().bottom()).hasValue(3);
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void threadsAreInNoRequestAfterwards(String path) {
        server().get(20, path, ATTEMPT, "1;max=3");
        server().bottom().set(0);
        server().get(20, path);
        assertThat(server().bottom()).hasValue(60);
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void theSameFailureOfALaterRequestIsNotMarked(String path) {
        assertForbidsRetry(server().get(path), 500);
        HttpResponse<String> response = server().get("/unguarded");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(pushback(response)).isEmpty();
    }

    static void assertNoRetry(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().allValues("Retry-Pushback-Ms")).containsExactly("-1");
        assertThat(response.headers().allValues("x-envoy-ratelimited")).containsExactly("true");
        assertThat(response.headers().allValues("Retry-After")).isEmpty();
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(Server.json(response))
                .isEqualTo(Map.of(
                        "type",
                        "urn:problem:backoff:overloaded-no-retry",
                        "title",
                        "Overloaded, do not retry",
                        "status",
                        503,
                        "retry",
                        "never"));
    }

    static void assertForbidsRetry(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().allValues("Retry-Pushback-Ms")).containsExactly("-1");
    }

    static OptionalLong pushback(HttpResponse<String> response) {
        return response.headers().firstValueAsLong("Retry-Pushback-Ms");
    }

    private double[] distribution() {
        return new double[] {
            server().count("backoff.server.requests", "retries", "0"),
            server().count("backoff.server.requests", "retries", "1"),
            server().count("backoff.server.requests", "retries", "2"),
            server().count("backoff.server.requests", "retries", "3+")
        };
    }
}
