package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * What a rejected caller is told, as headers and as a problem of RFC 9457.
 *
 * @param advice whether another attempt is welcome
 * @param retryAfterMillis when, if it is
 */
record Rejection(RetryAdvice advice, int retryAfterMillis) {

    static final int STATUS = 503;
    static final String CONTENT_TYPE = "application/problem+json";

    /** Another attempt would only do harm. */
    static final Rejection NO_RETRY = new Rejection(RetryAdvice.NO_RETRY, 0);

    /** Envoy retries a plain 503 by itself, but not one that has this header. */
    private static final String ENVOY = "x-envoy-ratelimited";

    /** All headers that one or the other rejection has. */
    static final List<String> HEADERS = List.of(PushbackHeader.NAME, RetryAfterHeader.NAME, ENVOY);

    /** Another attempt is welcome after the delay, of which more than {@link Integer#MAX_VALUE} ms cannot be told. */
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

    /** Adds the headers to those of the application. Its own hints stay, unless another attempt would only do harm. */
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

    /** The problem as JSON. Written by hand: nothing in it needs escaping, and no JSON library has to be there. */
    byte[] body() {
        String problem = noRetry() ? """
                {"type":"urn:problem:backoff:overloaded-no-retry","title":"Overloaded, do not retry",\
                "status":503,"retry":"never"}""" : """
                {"type":"urn:problem:backoff:overloaded","title":"Overloaded",\
                "status":503,"retry":"after","retryAfterMs":%d}""".formatted(retryAfterMillis);
        return problem.getBytes(StandardCharsets.UTF_8);
    }
}
