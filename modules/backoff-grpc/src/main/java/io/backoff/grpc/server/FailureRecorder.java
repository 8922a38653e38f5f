package io.backoff.grpc.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.OrderUtils;
import org.springframework.grpc.server.exception.GrpcExceptionHandlerInterceptor;

/**
 * Records the failure of each call before Spring gRPC's interceptor replaces it with a status. The recorder comes
 * directly after that interceptor, so that it also records the failures of later interceptors.
 */
final class FailureRecorder implements ServerInterceptor, Ordered {

    private final int order;

    FailureRecorder(@Nullable GrpcExceptionHandlerInterceptor handlers) {
        order = handlers == null ? HIGHEST_PRECEDENCE + 1 : orderOf(handlers) + 1;
    }

    /**
     * Returns the order of Spring gRPC's interceptor. Up to Spring gRPC 1.1.0, an annotation sets it to {@code
     * HIGHEST_PRECEDENCE}; in later versions, it is 1.
     */
    private static int orderOf(Object handlers) {
        return handlers instanceof Ordered ordered
                ? ordered.getOrder()
                : OrderUtils.getOrder(handlers.getClass(), HIGHEST_PRECEDENCE);
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public <Q, S> Listener<Q> interceptCall(ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
        CallFailure failure = call.getAttributes().get(CallFailure.KEY);
        if (failure == null) {
            return next.startCall(call, headers);
        }
        try {
            return new FailureRecordingListener<>(next.startCall(new RecordingCall<>(call, failure), headers), failure);
        } catch (Throwable thrown) {
            failure.thrown(thrown);
            throw thrown;
        }
    }

    private static final class RecordingCall<Q, S> extends SimpleForwardingServerCall<Q, S> {

        private final CallFailure failure;

        RecordingCall(ServerCall<Q, S> call, CallFailure failure) {
            super(call);
            this.failure = failure;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            failure.closedWith(status, trailers);
            super.close(status, trailers);
        }
    }

    private static final class FailureRecordingListener<Q> extends SimpleForwardingServerCallListener<Q> {

        private final CallFailure failure;

        FailureRecordingListener(Listener<Q> listener, CallFailure failure) {
            super(listener);
            this.failure = failure;
        }

        @Override
        public void onMessage(Q message) {
            record(() -> super.onMessage(message));
        }

        @Override
        public void onHalfClose() {
            record(super::onHalfClose);
        }

        @Override
        public void onReady() {
            record(super::onReady);
        }

        private void record(Runnable callback) {
            try {
                callback.run();
            } catch (Throwable thrown) {
                failure.thrown(thrown);
                throw thrown;
            }
        }
    }
}
