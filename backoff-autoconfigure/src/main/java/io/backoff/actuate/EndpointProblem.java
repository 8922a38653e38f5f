package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.autoconfigure.Section;
import io.backoff.policy.Shortened;
import io.backoff.policy.Spelling;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.json.JsonWriter;
import org.springframework.util.MimeType;

/**
 * A request that cannot be answered, as in RFC 9457.
 *
 * @param type {@code urn:problem:backoff:unknown-policy}, for example
 * @param title the same for people
 * @param status the status of the response
 * @param detail what is wrong with this request
 * @param known names that exist in place of one that does not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EndpointProblem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable List<String> known) {

    private static final MimeType JSON = new MimeType("application", "problem+json");
    private static final String UNKNOWN_POLICY = "urn:problem:backoff:unknown-policy";
    private static final String UNKNOWN_BUDGET = "urn:problem:backoff:unknown-budget";
    private static final String MALFORMED_CHANGE = "urn:problem:backoff:malformed-change";
    private static final String UNKNOWN_PARAMETER = "urn:problem:backoff:unknown-parameter";
    private static final String INVALID_PARAMETER = "urn:problem:backoff:invalid-parameter";
    private static final String READ_ONLY = "urn:problem:backoff:read-only";
    private static final int LONGEST_NAME = 100;

    /** There is no policy or budget of that name. */
    static EndpointProblem unknown(Section section, String name, Collection<String> known) {
        boolean policy = section == Section.POLICIES;
        String shown = Shortened.of(name, LONGEST_NAME);
        return new EndpointProblem(
                policy ? UNKNOWN_POLICY : UNKNOWN_BUDGET,
                policy ? "Unknown policy" : "Unknown budget",
                WebEndpointResponse.STATUS_NOT_FOUND,
                "There is no " + (policy ? "policy" : "budget") + " '" + shown + "'." + guess(name, known),
                known.stream().sorted().toList());
    }

    /** The request names nothing that could be changed. */
    static EndpointProblem malformed() {
        return new EndpointProblem(
                MALFORMED_CHANGE,
                "Malformed change",
                WebEndpointResponse.STATUS_BAD_REQUEST,
                "The body is malformed. Send {\"property\": \"<name>\", \"value\": \"<value>\"} or {\"properties\": {\"<name>\": \"<value>\"}}.",
                null);
    }

    /** The body of the request is longer than the endpoint reads. */
    static EndpointProblem tooLong(int bytes) {
        return new EndpointProblem(
                "urn:problem:backoff:change-too-long",
                "Change too long",
                413,
                "The body is longer than " + bytes + " bytes. Send fewer properties at a time.",
                null);
    }

    /** For a response that Actuator does not write. */
    String json() {
        return JsonWriter.<EndpointProblem>of(members -> {
                    members.add("type", type);
                    members.add("title", title);
                    members.add("status", status);
                    members.add("detail", detail);
                })
                .writeToString(this);
    }

    /** The operation has no parameter of that name. */
    static EndpointProblem unknownParameter(String name, Collection<String> known) {
        return invalidRequest(
                UNKNOWN_PARAMETER,
                "Unknown parameter",
                "There is no parameter '" + Shortened.inOneLine(name, LONGEST_NAME) + "'." + guess(name, known),
                List.copyOf(known));
    }

    /** The parameter is {@code null}. */
    static EndpointProblem parameterWithoutValue(String name) {
        return invalidRequest(
                INVALID_PARAMETER, "Invalid parameter", "'" + name + "' is null. Give it a value, or omit it.", null);
    }

    private static EndpointProblem invalidRequest(
            String type, String title, String detail, @Nullable List<String> known) {
        return new EndpointProblem(type, title, WebEndpointResponse.STATUS_BAD_REQUEST, detail, known);
    }

    /** The endpoints of the library may not change anything. */
    static EndpointProblem readOnly(String endpoint) {
        return new EndpointProblem(
                READ_ONLY,
                "Read-only endpoint",
                403,
                "The endpoint '" + endpoint + "' changes nothing, as 'backoff.endpoint.read-only' is true.",
                null);
    }

    private static String guess(String name, Collection<String> known) {
        return Spelling.closest(name, known)
                .map(each -> " Did you mean '" + each + "'?")
                .orElse("");
    }

    WebEndpointResponse<?> response() {
        return new WebEndpointResponse<>(this, status, JSON);
    }
}
