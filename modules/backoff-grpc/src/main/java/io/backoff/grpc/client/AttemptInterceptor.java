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
 * Adds {@code grpc-previous-rpc-attempts} to second and later attempts, and sets the deadline of the current
 * {@link RetryScope} on unary calls. The current scope is that of the thread that starts the call; with Reactor stubs,
 * this is the subscribing thread.
 */
final class AttemptInterceptor implements ClientInterceptor {

    private final boolean sendsAttempts;

    /**
     * Creates an interceptor for all channels.
     *
     * @param sendsAttempts whether calls carry the number of previous attempts
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
        // Streams get no deadline, because a stream that has begun may continue past the deadline of the scope.
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
