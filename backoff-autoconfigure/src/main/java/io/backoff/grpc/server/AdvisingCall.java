package io.backoff.grpc.server;

import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/** A call that is closed with retry advice in its trailers, if it is rejected. */
final class AdvisingCall<Q, S> extends SimpleForwardingServerCall<Q, S> {

    private final CallEnd end;
    private final CallFailure failure = new CallFailure();

    AdvisingCall(ServerCall<Q, S> call, CallEnd end) {
        super(call);
        this.end = end;
    }

    /** Includes the failure, for the {@link FailureRecorder} behind other interceptors. */
    @Override
    public Attributes getAttributes() {
        return super.getAttributes().toBuilder().set(CallFailure.KEY, failure).build();
    }

    @Override
    public void close(Status status, Metadata trailers) {
        CallEnd.Answer answer = answer(status, trailers);
        super.close(answer.status(), answer.trailers());
    }

    // Failures of applications may throw: the call has to end all the same.
    private CallEnd.Answer answer(Status status, Metadata trailers) {
        try {
            return end.of(status, trailers, failure);
        } catch (RuntimeException | StackOverflowError broken) {
            return new CallEnd.Answer(status, trailers);
        }
    }
}
