package io.backoff.context;

import io.backoff.engine.CallerContext;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/** Carries what {@code ThreadLocalAccessor}s are registered for: observations, and whatever the application adds. */
record PropagatedContext(ContextSnapshotFactory factory) implements CallerContext {

    @Override
    public Snapshot capture() {
        ContextSnapshot snapshot = factory.captureAll();
        return () -> {
            ContextSnapshot.Scope scope = snapshot.setThreadLocals();
            return scope::close;
        };
    }
}
