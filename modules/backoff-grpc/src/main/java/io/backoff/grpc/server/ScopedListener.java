package io.backoff.grpc.server;

import io.backoff.engine.CallerContext.Scope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.server.RequestRetryScope;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ServerCall.Listener;

/** Enters the {@link RequestRetryScope} of a call for each callback, because callbacks may run on any thread. */
final class ScopedListener<Q> extends SimpleForwardingServerCallListener<Q> {

    private final RequestRetryScope scope;

    ScopedListener(Listener<Q> listener, RequestRetryScope scope) {
        super(listener);
        this.scope = scope;
    }

    @Override
    public void onMessage(Q message) {
        run(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
        run(super::onHalfClose);
    }

    @Override
    public void onCancel() {
        run(super::onCancel);
    }

    @Override
    public void onComplete() {
        run(super::onComplete);
    }

    @Override
    public void onReady() {
        run(super::onReady);
    }

    private void run(Runnable callback) {
        Scope entered = RetryScopeHolder.enter(scope);
        try {
            callback.run();
        } finally {
            entered.close();
        }
    }
}
