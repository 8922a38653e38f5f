package io.backoff.problem;

import org.jspecify.annotations.Nullable;

/**
 * The clients that get an error page of the application instead of problem+json. Only server errors have pages: a
 * client that sends an invalid request always gets problem+json.
 */
public enum ErrorPages {
    /** Browsers, recognized by {@code text/html} in the Accept header, as in Spring Boot. */
    FOR_BROWSERS,
    /** All clients: the application renders its errors itself. */
    FOR_ALL;

    boolean render(Problem problem, @Nullable String accept) {
        return problem.isServerError() && (this == FOR_ALL || (accept != null && accept.contains("text/html")));
    }
}
