package io.backoff.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Knows where the Actuator endpoint {@code backoff} is. */
@FunctionalInterface
public interface EndpointPath {

    /** Its path, for example {@code /actuator/backoff}; {@code null} if it is not exposed over HTTP. */
    @Nullable
    String get();
}
