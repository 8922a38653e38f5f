package io.backoff.redelivery.endpoint;

import io.backoff.problem.Problem;
import io.backoff.text.TruncatedText;

/** Thrown for a request with an invalid parameter or with an invalid member in its body. */
final class InvalidParameter extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_VALUE = 197;

    private final String parameter;
    private final String value;
    private final String allowed;

    InvalidParameter(String parameter, String value, String allowed) {
        super(parameter, null, false, false);
        this.parameter = parameter;
        this.value = value;
        this.allowed = allowed;
    }

    Problem problem() {
        return Problem.badRequest(
                        "urn:problem:backoff:invalid-parameter",
                        "Invalid parameter",
                        "'" + parameter + "' is " + allowed + ".")
                .with("parameter", parameter)
                .with("value", TruncatedText.of(value, LONGEST_VALUE))
                .with("allowed", allowed);
    }
}
