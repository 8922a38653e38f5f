package io.backoff.context;

import io.backoff.engine.CallerContext;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * Propagates all values that have a {@code ThreadLocalAccessor}: observations, and whatever the application registers.
 */
record PropagatedContext(ContextSnapshotFactory factory) implements CallerContext {

    @Override
    public Snapshot capture() {
        ContextSnapshot snapshot = factory.captureAll();
        return () -> {
            ContextSnapshot own = factory.captureAll();
            try {
                ContextSnapshot.Scope scope = snapshot.setThreadLocals();
                return scope::close;
            } catch (Throwable broken) {
                // Other accessors may have set the caller's values before one threw, so this thread's own values are
                // restored.
                try {
                    own.setThreadLocals();
                } catch (Throwable again) {
                    broken.addSuppressed(again);
                }
                throw broken;
            }
        };
    }
}
