package io.backoff.engine.execution;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A scope that records the reports of calls inside it. */
final class RecordedScope implements RetryScope {

    boolean retrying;

    @Nullable
    TimeLeft left;

    final List<StopReason> marked = new ArrayList<>();

    /** Begins a call inside the scope. */
    <T> T around(Supplier<T> call) {
        CallerContext.Scope entered = RetryScopeHolder.enter(this);
        try {
            return call.get();
        } finally {
            entered.close();
        }
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return left;
    }

    @Override
    public boolean isRetrying() {
        return retrying;
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {
        marked.add(reason);
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return null;
    }
}
