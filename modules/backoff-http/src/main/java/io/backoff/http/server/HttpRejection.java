package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import io.backoff.problem.Problem;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * The response to a rejected caller: headers and problem details (RFC 9457).
 *
 * @param decision whether the caller may retry
 */
record HttpRejection(Rejection decision) {

    static final int STATUS = 503;

    /** The header that stops Envoy from retrying the 503. */
    private static final String ENVOY = "x-envoy-ratelimited";

    /** All headers that a rejection can have. */
    static final List<String> HEADERS = List.of(PushbackHeader.NAME, RetryAfterHeader.NAME, ENVOY);

    /** Whether a response with this status has retry advice: see {@link #advise}. */
    static boolean isAdvised(int status, RequestRetryScope request) {
        return request.isUnhandled() || isRejection(status, request);
    }

    // An error page of the application may have any status.
    private static boolean isRejection(int status, RequestRetryScope request) {
        return status == STATUS || request.isFailureRejected();
    }

    /**
     * Adds retry advice to a response of the application. A retry is forbidden if a nested call has ended for good and
     * the application has not handled the failure. Rejections get advice too: a response is a rejection if its status
     * is 503, or if the request was rejected because of a failure. The application's own advice is kept, unless the
     * added advice forbids a retry. If the application has set one of {@code Retry-Pushback-Ms} and
     * {@code Retry-After}, the other is added, with a delay that is at least as long.
     *
     * @param response the headers of the response; a negative pushback among them forbids a retry
     */
    static void advise(HttpHeaders response, int status, RequestRetryScope request, Rejections rejections) {
        if (request.isUnhandled()) {
            response.set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
        if (isRejection(status, request)) {
            advise(response, request, rejections);
        }
    }

    private static void advise(HttpHeaders response, RequestRetryScope request, Rejections rejections) {
        PushbackHeader pushback = PushbackHeader.parse(response.getFirst(PushbackHeader.NAME));
        Rejection decided = rejections.ofOwnResponse(request, pushback != null && pushback.isNever());
        Duration asked = pushback == null
                ? RetryAfterHeader.parse(response.getFirst(RetryAfterHeader.NAME), rejections.now())
                : pushback.delay();
        new HttpRejection(asked == null ? decided : decided.atLeast(asked)).addTo(response);
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

    /** Whether this rejection adds a header with this value. */
    boolean adds(String name, String value) {
        return value.equals(headers().get(name));
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

    Problem problem() {
        Problem problem = decision.noRetry()
                ? Problem.of(STATUS, "urn:problem:backoff:overloaded-no-retry", "Overloaded, do not retry")
                        .with("retry", "never")
                : Problem.of(STATUS, "urn:problem:backoff:overloaded", "Overloaded")
                        .with("retry", "after")
                        .with("retryAfterMs", decision.retryAfterMillis());
        return problem.withHeaders(headers());
    }
}
