package io.backoff.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonWriter;

/**
 * A problem (RFC 9457) with the headers of its response.
 *
 * <p>This class replaces Spring's {@code ProblemDetail}, which needs Spring Web and, for additional members, Jackson.
 * An application that exposes its endpoints over JMX may have neither. Spring would also add the request path, and let
 * clients choose another format.
 *
 * @param status the status of the response
 * @param type the problem type, for example {@code urn:problem:backoff:unknown-policy}
 * @param title the problem type in words
 * @param detail details about this request; {@code null} if there are none
 * @param members additional members of the body by name
 * @param headers the headers of the response, except those that describe the body
 */
public record Problem(
        int status,
        String type,
        String title,
        @Nullable String detail,
        Map<String, @Nullable Object> members,
        Map<String, String> headers) {

    private static final int BAD_REQUEST = 400;
    private static final int FIRST_SERVER_ERROR = 500;

    /** Creates a problem without a detail, additional members or headers. */
    public static Problem of(int status, String type, String title) {
        return new Problem(status, type, title, null, Map.of(), Map.of());
    }

    /** Creates a problem with a detail. */
    public static Problem of(int status, String type, String title, String detail) {
        return new Problem(status, type, title, detail, Map.of(), Map.of());
    }

    /** Creates the problem of an invalid request, with status 400. */
    public static Problem badRequest(String type, String title, String detail) {
        return of(BAD_REQUEST, type, title, detail);
    }

    /** Returns this problem with one more member. */
    public Problem with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, type, title, detail, more, headers);
    }

    /** Returns this problem with these headers. */
    public Problem withHeaders(Map<String, String> all) {
        return new Problem(status, type, title, detail, members, all);
    }

    /** Whether this is a server error. */
    boolean isServerError() {
        return status >= FIRST_SERVER_ERROR;
    }

    /** Returns the members of the body in order. */
    public Map<String, @Nullable Object> body() {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("type", type);
        body.put("title", title);
        body.put("status", status);
        if (detail != null) {
            body.put("detail", detail);
        }
        body.putAll(members);
        return body;
    }

    /** Returns the body as JSON in UTF-8, without the help of a JSON library. */
    byte[] json() {
        return JsonWriter.<Map<String, @Nullable Object>>standard()
                .write(body())
                .toByteArray();
    }
}
