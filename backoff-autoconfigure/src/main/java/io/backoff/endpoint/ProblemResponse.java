package io.backoff.endpoint;

import io.backoff.problem.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/** Converts a problem to the response of an endpoint operation. */
public final class ProblemResponse {

    private static final MimeType JSON = new MimeType("application", "problem+json");

    private ProblemResponse() {}

    /** Returns the problem as the response of an operation. */
    public static WebEndpointResponse<Map<String, @Nullable Object>> of(Problem problem) {
        return new WebEndpointResponse<>(problem.body(), problem.status(), JSON);
    }
}
