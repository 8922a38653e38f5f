package io.backoff.grpc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds the delay of a {@code google.rpc.RetryInfo} in the details of a status. */
@FunctionalInterface
public interface RetryInfoReader {

    /** The longest delay that callers wait. */
    Duration LONGEST = Duration.ofHours(1);

    /** A reader that never finds a delay, for applications without Protocol Buffers. */
    RetryInfoReader NONE = status -> null;

    /**
     * Reads a serialized {@code google.rpc.Status}.
     *
     * @return {@code null} if the status carries no delay or is malformed
     */
    @Nullable
    Duration retryDelay(byte[] status);
}
