package io.backoff.grpc.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.GrpcStatus;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.DeadlineReachedException;
import io.backoff.grpc.GrpcKeys;
import io.backoff.grpc.RetryInfoReader;
import io.backoff.http.PushbackHeader;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the status and the trailers of a failed gRPC call. The first match in this order decides whether and when a
 * retry may follow:
 *
 * <ol>
 *   <li>{@code grpc-retry-pushback-ms} that is negative, malformed or repeated: no retry
 *   <li>any other {@code grpc-retry-pushback-ms}: the callee is overloaded, and the value is the retry delay
 *   <li>{@code google.rpc.RetryInfo} among the details of the status: the retry delay
 *   <li>the status
 * </ol>
 *
 * <p>Retry delays are capped at one hour, as over HTTP.
 */
final class StatusResponseExtractor implements ResponseExtractor {

    private final RetryInfoReader details;

    StatusResponseExtractor(RetryInfoReader details) {
        this.details = details;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        if (failure instanceof StatusRuntimeException unchecked) {
            return read(unchecked.getStatus(), unchecked.getTrailers());
        }
        return failure instanceof StatusException checked ? read(checked.getStatus(), checked.getTrailers()) : null;
    }

    private @Nullable CalleeResponse read(Status status, @Nullable Metadata trailers) {
        // If the deadline of the retry scope has ended the call, the call counts as a timeout without a response.
        return status.isOk() || status.getCause() instanceof DeadlineReachedException
                ? null
                : read(GrpcStatus.valueOf(status.getCode().name()), trailers == null ? new Metadata() : trailers);
    }

    private CalleeResponse read(GrpcStatus status, Metadata trailers) {
        PushbackHeader pushback = pushback(trailers);
        if (pushback == null) {
            return new CalleeResponse(status, false, false, cappedOrNull(retryAfter(trailers)));
        }
        return new CalleeResponse(status, pushback.isNever(), !pushback.isNever(), cappedOrNull(pushback.delay()));
    }

    private static @Nullable PushbackHeader pushback(Metadata trailers) {
        Iterable<String> values = trailers.getAll(GrpcKeys.PUSHBACK);
        if (values == null) {
            return null;
        }
        Iterator<String> iterator = values.iterator();
        String first = iterator.next();
        return PushbackHeader.parse(iterator.hasNext() ? "" : first);
    }

    private @Nullable Duration retryAfter(Metadata trailers) {
        byte[] status = trailers.get(GrpcKeys.DETAILS);
        return status == null ? null : details.retryDelay(status);
    }

    private static @Nullable Duration cappedOrNull(@Nullable Duration retryAfter) {
        return retryAfter != null && retryAfter.compareTo(RetryInfoReader.LONGEST) > 0
                ? RetryInfoReader.LONGEST
                : retryAfter;
    }
}
