package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * The response to a rejected caller, as headers and as problem details of RFC 9457.
 *
 * @param decision whether the caller may retry
 */
record HttpRejection(Rejection decision) {

    static final int STATUS = 503;
    static final String CONTENT_TYPE = "application/problem+json";

    /** Keeps Envoy from retrying the 503 by itself. */
    private static final String ENVOY = "x-envoy-ratelimited";

    /** All headers that a rejection may have. */
    static final List<String> HEADERS = List.of(PushbackHeader.NAME, RetryAfterHeader.NAME, ENVOY);

    /**
     * Adds retry advice to a 503 that the application sends. Its own hints stay, unless a retry is forbidden.
     *
     * @param response its headers; a negative pushback among them forbids a retry
     */
    static void advise(HttpHeaders response, RequestRetryScope request, Rejections rejections) {
        PushbackHeader own = PushbackHeader.parse(response.getFirst(PushbackHeader.NAME));
        new HttpRejection(rejections.ofOwnResponse(request, own != null && own.isNever())).addTo(response);
    }

    Map<String, String> headers() {
        return decision.noRetry()
                ? Map.of(PushbackHeader.NAME, PushbackHeader.FORBIDS, ENVOY, "true")
                : Map.of(
                        PushbackHeader.NAME,
                        Integer.toString(decision.retryAfterMillis()),
                        RetryAfterHeader.NAME,
                        Long.toString((decision.retryAfterMillis() + 999L) / 1000));
    }

    private void addTo(HttpHeaders response) {
        boolean noRetry = decision.noRetry();
        if (noRetry) {
            response.remove(RetryAfterHeader.NAME);
        }
        headers().forEach((name, value) -> {
            if (noRetry || !response.containsHeader(name)) {
                response.set(name, value);
            }
        });
    }

    /** Formats the problem as JSON, without a JSON library: nothing in it needs escaping. */
    byte[] body() {
        String problem = decision.noRetry() ? """
                {"type":"urn:problem:backoff:overloaded-no-retry","title":"Overloaded, do not retry",\
                "status":503,"retry":"never"}""" : """
                {"type":"urn:problem:backoff:overloaded","title":"Overloaded",\
                "status":503,"retry":"after","retryAfterMs":%d}""".formatted(decision.retryAfterMillis());
        return problem.getBytes(StandardCharsets.UTF_8);
    }
}
