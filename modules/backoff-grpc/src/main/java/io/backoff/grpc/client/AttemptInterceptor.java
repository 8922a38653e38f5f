package io.backoff.grpc.client;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Adds {@code grpc-previous-rpc-attempts} to second and later attempts, and sets the deadline of the scope on unary
 * calls. The scope is taken from the thread that starts the call, which for Reactor stubs is the subscribing thread.
 */
final class AttemptInterceptor implements ClientInterceptor {

    private final boolean sendsAttempts;

    /**
     * Creates an interceptor for all channels.
     *
     * @param sendsAttempts whether calls carry their number of previous attempts
     */
    AttemptInterceptor(boolean sendsAttempts) {
        this.sendsAttempts = sendsAttempts;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        RetryScope scope = RetryScopeHolder.current();
        if (scope == null) {
            return next.newCall(method, options);
        }
        // Streams may continue past the deadline of their call, because a stream that has begun has not failed.
        ScopeDeadline deadline = method.getType() == MethodType.UNARY ? ScopeDeadline.of(scope, options) : null;
        return new ScopedCall<>(
                next.newCall(method, deadline == null ? options : options.withDeadline(deadline.value())),
                previousAttempts(scope),
                deadline);
    }

    private @Nullable String previousAttempts(RetryScope scope) {
        return sendsAttempts
                ? scope.retry()
                        .map(RetryInfo::previous)
                        .filter(previous -> previous > 0)
                        .map(String::valueOf)
                        .orElse(null)
                : null;
    }
}
