package io.backoff.engine.execution;

import io.backoff.classify.Verdict;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call that another library retries, and that is only counted. It denies nothing. Scopes outside and inside behave
 * as if it did not exist.
 */
final class ObservedExecution extends AdoptedExecution {

    private final @Nullable RetryScope outer;

    ObservedExecution(Guard guard, @Nullable RetryScope outer) {
        super(guard, outer);
        this.outer = outer;
    }

    @Override
    public Duration next() {
        if (isRetry()) {
            decide();
        }
        return Duration.ZERO;
    }

    @Override
    public boolean isTooLate() {
        return false;
    }

    @Override
    @Nullable
    AttemptLimit newLimit(Duration elapsed) {
        return null;
    }

    @Override
    public boolean attemptFailed(Throwable thrown) {
        ended(thrown, null);
        return false;
    }

    @Override
    void giveUp(@Nullable Throwable last, StopReason stop) {
        count(stop.outcome());
    }

    @Override
    Verdict judge(Throwable thrown) {
        return Verdict.retry(super.judge(thrown).cause());
    }

    @Override
    boolean fits(Duration delay) {
        return true;
    }

    @Override
    public Optional<RetryInfo> retry() {
        Optional<RetryInfo> own = super.retry();
        return own.isPresent() || outer == null ? own : outer.retry();
    }

    @Override
    public boolean isRetrying() {
        return outer != null && outer.isRetrying();
    }

    @Override
    public void markTerminal(Throwable thrown, StopReason reason) {
        if (outer != null) {
            outer.markTerminal(thrown, reason);
        }
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable thrown) {
        return null;
    }
}
