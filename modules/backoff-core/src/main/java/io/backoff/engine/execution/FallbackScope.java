package io.backoff.engine.execution;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.pace.Lane;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The scope of a fallback. It is the scope of the last attempt, but limited by the caller's deadline alone, because the
 * call's own deadline may have passed.
 */
public final class FallbackScope implements CurrentAttempt, RetryScope {

    private final Call call;

    FallbackScope(Call call) {
        this.call = call;
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return call.leftByScope();
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.ofNullable(timeLeft()).map(TimeLeft::duration);
    }

    @Override
    public int number() {
        return call.number();
    }

    @Override
    public OptionalInt maxAttempts() {
        return call.maxAttempts();
    }

    @Override
    public boolean isLast() {
        return call.isLast();
    }

    @Override
    public Duration elapsed() {
        return call.elapsed();
    }

    @Override
    public Optional<Throwable> lastFailure() {
        return call.lastFailure();
    }

    @Override
    public String policy() {
        return call.policy();
    }

    @Override
    public boolean isRetrying() {
        return call.isRetrying();
    }

    @Override
    public Optional<RetryInfo> retry() {
        return call.retry();
    }

    @Override
    public void markThrottled(Lane lane, Throwable failure) {
        call.markThrottled(lane, failure);
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {
        call.markTerminal(failure, reason);
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return call.terminalReason(failure);
    }
}
