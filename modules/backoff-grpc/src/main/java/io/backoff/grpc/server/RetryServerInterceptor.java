package io.backoff.grpc.server;

import io.backoff.engine.CallerContext.Scope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.grpc.RetryInfoReader;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.PriorityOrdered;

/**
 * Creates a retry scope for each call, and adds retry advice to the trailers of rejected calls.
 *
 * <p>As the outermost interceptor, it sees the status that exception handlers of the application choose, and counts
 * calls that other interceptors reject. It ignores gRPC's own services, such as health checks and reflection.
 */
final class RetryServerInterceptor implements ServerInterceptor, PriorityOrdered {

    /** The prefix of the package names of gRPC's own services. */
    private static final String OF_GRPC = "grpc.";

    private final IncomingRequests requests;
    private final TrustedPeers trusted;
    private final Rejections rejections;
    private final RetryInfoReader details;

    RetryServerInterceptor(
            IncomingRequests requests, TrustedPeers trusted, Rejections rejections, RetryInfoReader details) {
        this.requests = requests;
        this.trusted = trusted;
        this.rejections = rejections;
        this.details = details;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public <Q, S> Listener<Q> interceptCall(ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
        if (call.getMethodDescriptor().getFullMethodName().startsWith(OF_GRPC)) {
            return next.startCall(call, headers);
        }
        RequestRetryScope scope = requests.called(
                name -> IncomingMetadata.values(headers, name),
                () -> trusted.contains(call.getAttributes()),
                untilDeadline());
        return scope.attempt().isExpired() ? reject(call, scope) : proceed(call, headers, next, scope);
    }

    private static @Nullable Duration untilDeadline() {
        Deadline deadline = Context.current().getDeadline();
        return deadline == null ? null : Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS));
    }

    private <Q, S> Listener<Q> reject(ServerCall<Q, S> call, RequestRetryScope scope) {
        Metadata trailers = new Metadata();
        RetryTrailers.add(rejections.ofExpired(scope), trailers, details);
        call.close(Status.DEADLINE_EXCEEDED.withDescription("The caller has stopped waiting"), trailers);
        return new Listener<>() {};
    }

    private <Q, S> Listener<Q> proceed(
            ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next, RequestRetryScope scope) {
        ServerCall<Q, S> advising = new AdvisingCall<>(call, new FinalStatus(scope, rejections, details));
        Scope entered = RetryScopeHolder.enter(scope);
        try {
            return new ScopedListener<>(next.startCall(advising, headers), scope);
        } finally {
            entered.close();
        }
    }
}
