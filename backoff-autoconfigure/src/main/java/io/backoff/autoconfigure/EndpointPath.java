package io.backoff.autoconfigure;

import org.jspecify.annotations.Nullable;

/** The path of the Actuator endpoint {@code backoff}. */
@FunctionalInterface
public interface EndpointPath {

    /**
     * Returns the path, for example {@code /actuator/backoff}; {@code null} if the endpoint is not exposed over HTTP.
     */
    @Nullable
    String get();
}
