package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/** Finds the response of a remote callee in an exception of one client library. */
@FunctionalInterface
public interface ResponseExtractor {

    /**
     * Reads one exception, not its causes.
     *
     * @return the response, or {@code null} if the exception carries none
     */
    @Nullable
    CalleeResponse read(Throwable failure);
}
