package io.backoff.endpoint;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.json.JsonWriter;
import org.springframework.util.MimeType;

/**
 * The response of an endpoint to a request that it rejects, as in RFC 9457.
 *
 * @param type the kind of problem, for example {@code urn:problem:backoff:unknown-policy}
 * @param title the kind of problem in words
 * @param status the status of the response
 * @param detail what is wrong with this request
 * @param members further members by name
 */
public record EndpointProblem(
        String type,
        String title,
        int status,
        String detail,
        @JsonAnyGetter Map<String, @Nullable Object> members) {

    private static final MimeType JSON = new MimeType("application", "problem+json");

    /** A problem of status 400 without further members. */
    public static EndpointProblem badRequest(String type, String title, String detail) {
        return of(WebEndpointResponse.STATUS_BAD_REQUEST, type, title, detail);
    }

    /** A problem without further members. */
    public static EndpointProblem of(int status, String type, String title, String detail) {
        return new EndpointProblem(type, title, status, detail, Map.of());
    }

    /** This problem with one more member. */
    public EndpointProblem with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new EndpointProblem(type, title, status, detail, more);
    }

    /** The problem as the response of an operation. */
    public WebEndpointResponse<Object> response() {
        return new WebEndpointResponse<>(this, status, JSON);
    }

    /** The problem as JSON, for responses that Actuator does not write. */
    public String json() {
        return JsonWriter.<EndpointProblem>of(problem -> {
                    problem.add("type", type);
                    problem.add("title", title);
                    problem.add("status", status);
                    problem.add("detail", detail);
                    problem.addMapEntries(EndpointProblem::members);
                })
                .writeToString(this);
    }
}
