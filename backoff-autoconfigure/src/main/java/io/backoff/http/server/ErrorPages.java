package io.backoff.http.server;

import org.jspecify.annotations.Nullable;

/** Who gets an error page of the application, with our headers, instead of a problem as JSON. */
enum ErrorPages {
    /** Browsers. They ask for HTML by name, which is how Spring Boot tells them from other clients too. */
    FOR_BROWSERS,
    /** Everybody: the application renders its errors itself. */
    FOR_ALL;

    boolean render(@Nullable String accept) {
        return this == FOR_ALL || (accept != null && accept.contains("text/html"));
    }
}
