package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.http.IncomingAttempt;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import io.backoff.server.RequestWindow;
import io.backoff.server.ServerMeters;
import io.backoff.server.Thresholds;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

class AdvisingResponseTests {

    private static final String PUSHBACK = "Retry-Pushback-Ms";
    private static final String RETRY_AFTER = "Retry-After";

    private final FakeTime time = new FakeTime();
    private final RequestWindow window = new RequestWindow(Duration.ofSeconds(10), time);
    private final RequestRetryScope request = new RequestRetryScope(IncomingAttempt.FIRST);
    private final MockHttpServletResponse sent = new MockHttpServletResponse();
    private final AdvisingResponse response = new AdvisingResponse(
            sent, request, new Rejections(window, new Thresholds(1, 1), time, () -> ServerMeters.NONE));

    @Test
    void advisesOnAStatus() {
        response.setStatus(503);
        assertThat(sent.getHeaderNames()).contains(PUSHBACK, RETRY_AFTER);
    }

    @Test
    void advisesOnAnError() throws IOException {
        response.sendError(503, "busy");
        assertThat(sent.getHeaderNames()).contains(PUSHBACK, RETRY_AFTER);
        assertThat(sent.getErrorMessage()).isEqualTo("busy");
    }

    @Test
    void leavesOtherResponsesAlone() {
        response.setStatus(500);
        response.addIntHeader(RETRY_AFTER, 7);
        assertThat(sent.getHeaderNames()).containsExactly(RETRY_AFTER);
        assertThat(window.counts().rejections()).isZero();
    }

    @Test
    void takesTheAdviceBackWithTheStatus() {
        response.setStatus(503);
        response.setStatus(200);
        assertThat(sent.getHeaderNames()).isEmpty();
    }

    @Test
    void keepsTheHintOfTheApplicationThatCameFirst() {
        response.setHeader(RETRY_AFTER, "7");
        response.setStatus(503);
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly("7");
    }

    @Test
    void keepsTheHintOfTheApplicationThatComesLater() {
        response.setStatus(503);
        response.addHeader("retry-after", "7");
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly("7");
    }

    @ParameterizedTest
    @CsvSource({
        "7, 7000",
        "'Thu, 01 Jan 2026 00:00:07 GMT', 7000",
        "9999999999, 2147483647",
    })
    void asksForNoLessThanTheHintOfTheApplication(String hint, int millis) {
        response.setStatus(503);
        response.setHeader(RETRY_AFTER, hint);
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("" + millis);
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly(hint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "soon", "Thu, 01 Jan 2026 00:00:00 GMT"})
    void asksForItsOwnTimeIfTheHintOfTheApplicationSaysNothing(String hint) {
        response.setHeader(RETRY_AFTER, hint);
        response.setStatus(503);
        assertThat(Integer.parseInt(sent.getHeader(PUSHBACK))).isBetween(500, 1_500);
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly(hint);
    }

    @Test
    void asksForMoreThanTheHintOfTheApplicationIfItIsShorter() {
        request.reject(Rejection.retryAfter(Duration.ofMillis(1_400)));
        response.setHeader(RETRY_AFTER, "1");
        response.setStatus(503);
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("1400");
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly("1");
    }

    /** Clients that do not know the pushback obey Retry-After. */
    @ParameterizedTest
    @CsvSource({"60000, 60", "2001, 3", "2147483647, 2147484"})
    void asksForNoLessThanThePushbackOfTheApplication(String own, String seconds) {
        response.setHeader(PUSHBACK, own);
        response.setStatus(503);
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly(own);
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly(seconds);
    }

    @Test
    void keepsThePushbackOfTheApplication() {
        response.addHeader("retry-pushback-ms", "4");
        response.setStatus(503);
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("4");
        response.addIntHeader(PUSHBACK, 5);
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("5");
        assertThat(sent.getHeaders(RETRY_AFTER)).hasSize(1);
    }

    @Test
    void theApplicationMayForbidAnotherAttemptFirst() {
        response.setHeader(RETRY_AFTER, "7");
        response.addIntHeader(PUSHBACK, -1);
        response.setStatus(503);
        assertForbidden();
    }

    @Test
    void theApplicationMayForbidAnotherAttemptLater() {
        response.setStatus(503);
        response.addHeader(RETRY_AFTER, "7");
        response.addHeader("retry-pushback-ms", "-1");
        response.addHeader(RETRY_AFTER, "7");
        assertForbidden();
    }

    @Test
    void keepsNoHintWhenARetryIsNotWelcome() {
        request.reject(Rejection.NO_RETRY);
        response.setHeader(RETRY_AFTER, "7");
        response.setHeader(PUSHBACK, "7");
        response.setStatus(503);
        response.addIntHeader(RETRY_AFTER, 7);
        response.addDateHeader(RETRY_AFTER, 7);
        response.addIntHeader(PUSHBACK, 7);
        assertForbidden();
    }

    @Test
    void givesTheHintOfTheApplicationBackWithTheStatus() {
        request.reject(Rejection.NO_RETRY);
        response.setHeader(RETRY_AFTER, "7");
        response.setStatus(503);
        assertForbidden();
        response.setStatus(200);
        assertThat(sent.getHeaderNames()).containsExactly(RETRY_AFTER);
        assertThat(sent.getHeader(RETRY_AFTER)).isEqualTo("7");
    }

    @Test
    void leavesTheHeaderOfAMeshToTheApplication() {
        response.setHeader("x-envoy-ratelimited", "true");
        response.setStatus(503);
        assertThat(sent.getHeaderNames()).contains(PUSHBACK, RETRY_AFTER, "x-envoy-ratelimited");
    }

    @Test
    void countsAResponseOnce() throws IOException {
        response.setStatus(503);
        response.reset();
        response.sendError(503);
        assertThat(window.counts().rejections()).isOne();
    }

    @Test
    void anErrorPageContinues() {
        response.setHeader(RETRY_AFTER, "7");
        response.setStatus(503);
        AdvisingResponse page = response.continuedBy(sent);
        page.setHeader(PUSHBACK, "60000");
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly("7");
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("60000");
        page.setStatus(404);
        assertThat(sent.getHeaders(RETRY_AFTER)).containsExactly("7");
        assertThat(window.counts().rejections()).isOne();
    }

    @Test
    void anErrorPageBeginsAnewIfTheResponseWasCleared() {
        response.setHeader(RETRY_AFTER, "7");
        response.setStatus(503);
        sent.reset();
        AdvisingResponse page = response.continuedBy(sent);
        page.setStatus(503);
        assertThat(sent.getHeader(RETRY_AFTER)).isIn("1", "2");
        page.setStatus(404);
        assertThat(sent.getHeaderNames()).isEmpty();
    }

    @Test
    void isTooLateOnceCommitted() throws IOException {
        sent.flushBuffer();
        response.setStatus(503);
        assertThat(sent.getHeaderNames()).isEmpty();
    }

    private void assertForbidden() {
        assertThat(sent.getHeader(RETRY_AFTER)).isNull();
        assertThat(sent.getHeaders(PUSHBACK)).containsExactly("-1");
        assertThat(sent.getHeaders("x-envoy-ratelimited")).containsExactly("true");
        assertThat(window.counts().rejections()).isLessThanOrEqualTo(1);
    }
}
