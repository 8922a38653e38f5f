package io.backoff.grpc.server;

import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server call that adds retry advice to the trailers if the server rejects the call. */
final class AdvisingCall<Q, S> extends SimpleForwardingServerCall<Q, S> {

    private final FinalStatus end;
    private final CallFailure failure = new CallFailure();
    private final AtomicBoolean closed = new AtomicBoolean();

    AdvisingCall(ServerCall<Q, S> call, FinalStatus end) {
        super(call);
        this.end = end;
    }

    /** Adds the {@link CallFailure} to the attributes of the call, where the {@link FailureRecorder} finds it. */
    @Override
    public Attributes getAttributes() {
        return super.getAttributes().toBuilder().set(CallFailure.KEY, failure).build();
    }

    @Override
    public void close(Status status, Metadata trailers) {
        // A handler may close the call and then throw its failure as well, but gRPC accepts only one close.
        FinalStatus.Response response = closed.compareAndSet(false, true)
                ? response(status, trailers)
                : new FinalStatus.Response(status, trailers);
        super.close(response.status(), response.trailers());
    }

    // Methods of an application's exception may throw exceptions, but the call must be closed in any case.
    private FinalStatus.Response response(Status status, Metadata trailers) {
        try {
            return end.of(status, trailers, failure);
        } catch (RuntimeException | StackOverflowError broken) {
            return new FinalStatus.Response(status, trailers);
        }
    }
}
