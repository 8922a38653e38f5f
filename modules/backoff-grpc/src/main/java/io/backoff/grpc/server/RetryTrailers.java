package io.backoff.grpc.server;

import io.backoff.grpc.GrpcKeys;
import io.backoff.grpc.RetryInfoReader;
import io.backoff.http.PushbackHeader;
import io.backoff.server.Rejection;
import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Writes retry advice for rejected callers into trailers. */
final class RetryTrailers {

    /** The type of the detail that carries the retry delay in a {@code google.rpc.Status}. */
    private static final String RETRY_INFO = "google.rpc.RetryInfo";

    private RetryTrailers() {}

    /**
     * Whether the trailers of the application forbid a retry. A repeated pushback also forbids a retry, because callers
     * treat it as malformed.
     */
    static boolean forbid(Metadata trailers) {
        Iterable<String> values = trailers.getAll(GrpcKeys.PUSHBACK);
        if (values == null) {
            return false;
        }
        Iterator<String> iterator = values.iterator();
        PushbackHeader own = PushbackHeader.parse(iterator.next());
        return iterator.hasNext() || (own != null && own.isNever());
    }

    /**
     * Adds the retry delay of a failure: its pushback, and its status details if they contain a {@code RetryInfo}.
     * Spring gRPC itself does not send the trailers of an exception that a handler throws.
     */
    static void addOwn(Throwable failure, Metadata trailers) {
        Metadata own = CallFailure.trailers(failure);
        if (own == null) {
            return;
        }
        add(GrpcKeys.PUSHBACK, own.get(GrpcKeys.PUSHBACK), trailers);
        byte[] status = own.get(GrpcKeys.DETAILS);
        if (hasRetryInfo(status)) {
            add(GrpcKeys.DETAILS, status, trailers);
        }
    }

    private static <T> void add(Metadata.Key<T> key, @Nullable T value, Metadata trailers) {
        if (value != null && !trailers.containsKey(key)) {
            trailers.put(key, value);
        }
    }

    /**
     * Adds retry advice. The application's own advice is kept, unless the rejection forbids a retry. Callers prefer a
     * pushback to a {@code RetryInfo}, so if the application has set a {@code RetryInfo}, a pushback is added only if
     * its delay is longer.
     */
    static void add(Rejection rejection, Metadata trailers, RetryInfoReader details) {
        if (rejection.noRetry()) {
            forbidRetry(trailers);
        } else if (!trailers.containsKey(GrpcKeys.PUSHBACK) && isLonger(rejection, trailers, details)) {
            trailers.put(GrpcKeys.PUSHBACK, Integer.toString(rejection.retryAfterMillis()));
        }
    }

    /**
     * Whether the rejection asks for a longer delay than the {@code RetryInfo} in the trailers; {@code true} if the
     * trailers contain no {@code RetryInfo}.
     */
    private static boolean isLonger(Rejection rejection, Metadata trailers, RetryInfoReader details) {
        byte[] own = trailers.get(GrpcKeys.DETAILS);
        if (own == null || !hasRetryInfo(own)) {
            return true;
        }
        if (details == RetryInfoReader.NONE) {
            // Without Protocol Buffers, the delay of a RetryInfo is unknown and is not replaced.
            return false;
        }
        Duration asked = details.retryDelay(own);
        return asked == null || asked.toMillis() < rejection.retryAfterMillis();
    }

    static void forbidRetry(Metadata trailers) {
        trailers.discardAll(GrpcKeys.PUSHBACK);
        trailers.put(GrpcKeys.PUSHBACK, PushbackHeader.FORBIDS);
    }

    // Searching the bytes is enough, because the serialized message contains the type name as plain text.
    private static boolean hasRetryInfo(byte @Nullable [] status) {
        return status != null && new String(status, StandardCharsets.ISO_8859_1).contains(RETRY_INFO);
    }
}
