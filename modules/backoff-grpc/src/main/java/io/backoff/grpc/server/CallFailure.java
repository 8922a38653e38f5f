package io.backoff.grpc.server;

import io.backoff.server.RequestRetryScope;
import io.backoff.text.CauseChain;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The failure of one call: the handler either throws an exception, or closes the call with a status. */
final class CallFailure {

    /** The key of the call attribute that holds the failure. */
    static final Attributes.Key<CallFailure> KEY = Attributes.Key.create(CallFailure.class.getName());

    private volatile @Nullable Throwable thrown;
    private volatile @Nullable End end;

    void thrown(Throwable failure) {
        thrown = failure;
    }

    void closedWith(Status status, Metadata trailers) {
        end = new End(status, trailers);
    }

    /**
     * Returns the failure with which the call ends.
     *
     * @param status the final status of the call
     * @return {@code null} if the call has not failed, if its failure is unknown, or if an exception handler of the
     *     application has replaced the status of the failure
     */
    @Nullable
    Throwable unhandled(Status status, RequestRetryScope scope) {
        Throwable known = thrown;
        if (known != null) {
            return isOf(known, status) ? known : null;
        }
        End given = end;
        if (given == null) {
            return null;
        }
        if (same(given.status, status)) {
            return given.failure(scope);
        }
        Throwable cause = given.status.getCause();
        return cause != null && isOf(cause, status) ? cause : null;
    }

    /** Returns the trailers that the failure contains; {@code null} if there are none. */
    static @Nullable Metadata trailers(Throwable failure) {
        End end = endOf(failure);
        return end == null ? null : end.trailers;
    }

    private static boolean isOf(Throwable failure, Status status) {
        return same(Status.fromThrowable(failure), status);
    }

    private static boolean same(Status one, Status other) {
        return one == other || (one.getCode() == other.getCode() && one.getCause() == other.getCause());
    }

    /**
     * Returns the status and trailers that gRPC finds in the failure or in one of its causes; {@code null} if there are
     * none.
     */
    private static @Nullable End endOf(Throwable failure) {
        return CauseChain.first(failure, cause -> {
            if (cause instanceof StatusRuntimeException unchecked) {
                return new End(unchecked.getStatus(), unchecked.getTrailers());
            }
            return cause instanceof StatusException checked
                    ? new End(checked.getStatus(), checked.getTrailers())
                    : null;
        });
    }

    /** The status and trailers with which the handler has closed the call instead of throwing an exception. */
    private record End(Status status, @Nullable Metadata trailers) {

        @Nullable
        Throwable failure(RequestRetryScope scope) {
            Throwable cause = status.getCause();
            if (cause == null) {
                return scope.latestTerminal(this::isPassedOnFrom).orElse(null);
            }
            // gRPC itself sets a cause only for UNKNOWN. Any other status with a cause was chosen by the handler.
            return status.getCode() == Status.Code.UNKNOWN ? cause : status.asRuntimeException();
        }

        /**
         * Whether the handler has passed on the status and trailers of this failure. Statuses are compared by identity,
         * but trailers by their keys, because gRPC copies the trailers.
         */
        private boolean isPassedOnFrom(Throwable failure) {
            End received = endOf(failure);
            return received != null
                    && received.status == status
                    && received.keys().equals(keys());
        }

        private Set<String> keys() {
            return trailers == null ? Set.of() : trailers.keys();
        }
    }
}
