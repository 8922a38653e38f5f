package io.backoff.grpc.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds the delay of a {@code google.rpc.RetryInfo} in the details of a status. */
@FunctionalInterface
interface RetryInfoReader {

    /** Reads nothing, where Protocol Buffers are absent. */
    RetryInfoReader NONE = status -> null;

    /**
     * Reads a serialized {@code google.rpc.Status}.
     *
     * @return {@code null} if it asks for no delay, or is malformed
     */
    @Nullable
    Duration retryDelay(byte[] status);
}
