package io.backoff.redelivery;

import io.backoff.policy.Shortened;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/**
 * A request to the endpoint that cannot be carried out, as in RFC 9457.
 *
 * @param type {@code urn:problem:backoff:invalid-parameter}
 * @param title the same for people
 * @param status the status of the response
 * @param detail what is wrong with this request
 * @param parameter the parameter, or member of the body
 * @param value what was sent, cut to 200 characters
 * @param allowed what may be sent
 */
record RedeliveryProblem(
        String type, String title, int status, String detail, String parameter, String value, String allowed) {

    private static final MimeType JSON = new MimeType("application", "problem+json");
    private static final String INVALID_PARAMETER = "urn:problem:backoff:invalid-parameter";
    private static final int LONGEST_VALUE = 197;

    static RedeliveryProblem of(Invalid invalid) {
        return new RedeliveryProblem(
                INVALID_PARAMETER,
                "Invalid parameter",
                WebEndpointResponse.STATUS_BAD_REQUEST,
                "'" + invalid.parameter + "' is " + invalid.allowed + ".",
                invalid.parameter,
                Shortened.of(invalid.value, LONGEST_VALUE),
                invalid.allowed);
    }

    WebEndpointResponse<Object> response() {
        return new WebEndpointResponse<>(this, status, JSON);
    }

    /** A parameter that cannot be used. */
    static final class Invalid extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String parameter;
        private final String value;
        private final String allowed;

        Invalid(String parameter, String value, String allowed) {
            super(parameter, null, false, false);
            this.parameter = parameter;
            this.value = value;
            this.allowed = allowed;
        }
    }
}
