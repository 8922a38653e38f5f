package io.backoff.http.server;

import org.jspecify.annotations.Nullable;

/** Clients that get an error page of the application, with our headers, instead of problem+json. */
enum ErrorPages {
    /** Browsers, recognized by {@code text/html} in the Accept header, as in Spring Boot. */
    FOR_BROWSERS,
    /** All clients: the application renders its errors itself. */
    FOR_ALL;

    boolean render(@Nullable String accept) {
        return this == FOR_ALL || (accept != null && accept.contains("text/html"));
    }
}
