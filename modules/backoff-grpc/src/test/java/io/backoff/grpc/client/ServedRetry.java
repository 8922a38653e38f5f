package io.backoff.grpc.client;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;

/** A retry of a remote caller, while it is served. */
record ServedRetry(int previous, TimeLeft timeLeft) implements RetryScope {

    ServedRetry(int previous) {
        this(previous, null);
    }

    static ServedRetry withTimeLeft(Duration left) {
        return new ServedRetry(1, new TimeLeft(left, false));
    }

    /** Runs something in this scope. */
    void run(Runnable task) {
        CallerContext.Scope scope = RetryScopeHolder.enter(this);
        try {
            task.run();
        } finally {
            scope.close();
        }
    }

    @Override
    public boolean isRetrying() {
        return false;
    }

    @Override
    public Optional<RetryInfo> retry() {
        return Optional.of(RetryInfo.after(previous));
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {}

    @Override
    public StopReason terminalReason(Throwable failure) {
        return null;
    }
}
