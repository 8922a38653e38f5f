package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/**
 * Finds the callee's response in the exceptions of one client library. Beans of this type teach every policy about
 * further libraries.
 */
@FunctionalInterface
public interface ResponseExtractor {

    /**
     * Reads one exception, without its causes.
     *
     * @param failure the failure
     * @return the response; {@code null} if the exception carries none
     */
    @Nullable
    CalleeResponse read(Throwable failure);
}
