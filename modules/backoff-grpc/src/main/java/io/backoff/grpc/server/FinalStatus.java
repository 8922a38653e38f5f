package io.backoff.grpc.server;

import io.backoff.grpc.RetryInfoReader;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import io.backoff.text.CauseChain;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** Decides the final status of one call, and whether its caller may retry. */
record FinalStatus(RequestRetryScope scope, Rejections rejections, RetryInfoReader details) {

    /** The status and trailers sent to the caller. */
    record Response(Status status, Metadata trailers) {}

    Response of(Status status, Metadata given, CallFailure reported) {
        if (status.isOk()) {
            return new Response(status, given);
        }
        Throwable failure = reported.unhandled(status, scope);
        Metadata trailers = copy(given);
        if (failure != null) {
            RetryTrailers.addOwn(failure, trailers);
        }
        Rejection rejection = failure == null || isStatusOfApplication(failure) ? null : rejections.of(failure, scope);
        if (rejection != null) {
            RetryTrailers.add(rejection, trailers, details);
            return new Response(rejected(rejection).withCause(status.getCause()), trailers);
        }
        advise(status, trailers, failure != null && scope.hasTerminal(failure));
        return new Response(status, trailers);
    }

    private static Status rejected(Rejection rejection) {
        return Status.UNAVAILABLE.withDescription(rejection.noRetry() ? "Overloaded, do not retry" : "Overloaded");
    }

    private void advise(Status status, Metadata trailers, boolean terminal) {
        // If a guarded call has given up, its callee may be overloaded, but not this server.
        if (terminal) {
            RetryTrailers.forbidRetry(trailers);
        } else if (isRejection(status)) {
            RetryTrailers.add(rejections.ofOwnResponse(scope, RetryTrailers.forbid(trailers)), trailers, details);
        }
    }

    /** Copies the trailers, because several calls may share the exception that contains them. */
    private static Metadata copy(Metadata trailers) {
        Metadata copy = new Metadata();
        copy.merge(trailers);
        return copy;
    }

    private static boolean isRejection(Status status) {
        return status.getCode() == Status.Code.UNAVAILABLE || status.getCode() == Status.Code.RESOURCE_EXHAUSTED;
    }

    /**
     * Whether the application has chosen the status of this failure, as opposed to propagating the status of a guarded
     * call.
     */
    private boolean isStatusOfApplication(Throwable failure) {
        return Boolean.TRUE.equals(CauseChain.first(failure, this::isChosen));
    }

    private @Nullable Boolean isChosen(Throwable failure) {
        if (scope.latestTerminal(terminal -> terminal == failure).isPresent()) {
            return false;
        }
        return failure instanceof StatusRuntimeException || failure instanceof StatusException ? true : null;
    }
}
