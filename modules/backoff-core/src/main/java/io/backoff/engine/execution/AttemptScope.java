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
 * The scope of any attempt but the first; the scope of the first attempt is the call itself. Each attempt has its own
 * scope, which distinguishes the work of the attempt from the work of later attempts. The work of an attempt may
 * continue after the attempt has timed out.
 */
class AttemptScope implements CurrentAttempt, RetryScope {

    final Call call;

    AttemptScope(Call call) {
        this.call = call;
    }

    @Override
    public RetryScope ofCall() {
        return call;
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return call.timeLeft();
    }

    @Override
    public Optional<Duration> remaining() {
        return call.remaining();
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
