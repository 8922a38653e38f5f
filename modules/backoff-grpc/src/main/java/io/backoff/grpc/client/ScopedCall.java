package io.backoff.grpc.client;

import io.backoff.grpc.GrpcKeys;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** An outgoing call made inside a guarded call or while serving a request. */
final class ScopedCall<Q, R> extends SimpleForwardingClientCall<Q, R> {

    private final @Nullable String previousAttempts;
    private final @Nullable ScopeDeadline deadline;

    /**
     * Creates a call.
     *
     * @param previousAttempts the number of previous attempts; {@code null} to send none
     * @param deadline the deadline of the scope; {@code null} if the scope sets none
     */
    ScopedCall(ClientCall<Q, R> call, @Nullable String previousAttempts, @Nullable ScopeDeadline deadline) {
        super(call);
        this.previousAttempts = previousAttempts;
        this.deadline = deadline;
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
        if (previousAttempts != null && !headers.containsKey(GrpcKeys.PREVIOUS_ATTEMPTS)) {
            headers.put(GrpcKeys.PREVIOUS_ATTEMPTS, previousAttempts);
        }
        super.start(deadline == null ? listener : new Explaining<>(listener, deadline), headers);
    }

    private static final class Explaining<R> extends SimpleForwardingClientCallListener<R> {

        private final ScopeDeadline deadline;

        Explaining(Listener<R> listener, ScopeDeadline deadline) {
            super(listener);
            this.deadline = deadline;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            super.onClose(deadline.explain(status), trailers);
        }
    }
}
