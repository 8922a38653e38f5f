package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * The response to a rejected caller, as headers and as problem details of RFC 9457.
 *
 * @param advice whether a retry is welcome
 * @param retryAfterMillis delay before a retry, if one is welcome
 */
record Rejection(RetryAdvice advice, int retryAfterMillis) {

    static final int STATUS = 503;
    static final String CONTENT_TYPE = "application/problem+json";

    /** Forbids a retry. */
    static final Rejection NO_RETRY = new Rejection(RetryAdvice.NO_RETRY, 0);

    /** Keeps Envoy from retrying the 503 by itself. */
    private static final String ENVOY = "x-envoy-ratelimited";

    /** All headers that a rejection may have. */
    static final List<String> HEADERS = List.of(PushbackHeader.NAME, RetryAfterHeader.NAME, ENVOY);

    /** Permits a retry after the delay, which is capped at {@link Integer#MAX_VALUE} ms. */
    static Rejection retryAfter(Duration delay) {
        boolean tooLong = delay.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) >= 0;
        return new Rejection(RetryAdvice.RETRYABLE, tooLong ? Integer.MAX_VALUE : (int) delay.toMillis());
    }

    boolean noRetry() {
        return advice == RetryAdvice.NO_RETRY;
    }

    Map<String, String> headers() {
        return noRetry()
                ? Map.of(PushbackHeader.NAME, PushbackHeader.FORBIDS, ENVOY, "true")
                : Map.of(
                        PushbackHeader.NAME,
                        Integer.toString(retryAfterMillis),
                        RetryAfterHeader.NAME,
                        Long.toString((retryAfterMillis + 999L) / 1000));
    }

    /** Adds the headers to the application's response. Its own hints stay, unless a retry is forbidden. */
    void addTo(HttpHeaders response) {
        if (noRetry()) {
            response.remove(RetryAfterHeader.NAME);
        }
        headers().forEach((name, value) -> {
            if (noRetry() || !response.containsHeader(name)) {
                response.set(name, value);
            }
        });
    }

    /** Formats the problem as JSON, without a JSON library: nothing in it needs escaping. */
    byte[] body() {
        String problem = noRetry() ? """
                {"type":"urn:problem:backoff:overloaded-no-retry","title":"Overloaded, do not retry",\
                "status":503,"retry":"never"}""" : """
                {"type":"urn:problem:backoff:overloaded","title":"Overloaded",\
                "status":503,"retry":"after","retryAfterMs":%d}""".formatted(retryAfterMillis);
        return problem.getBytes(StandardCharsets.UTF_8);
    }
}
