package io.backoff.engine.execution;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TerminalFailures;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The place of one call among others: the attempt that it makes, the scope that it runs in, and the scope that it is for
 * calls inside it. A superclass and not a part of the call, so that each call remains one object.
 */
public abstract sealed class NestedCall extends TimedCall implements RetryScope permits Execution {

    int attempt = 1;
    final NestingRules nesting;
    FailureHistory failures = FailureHistory.NONE;
    // Inner calls may end on several threads.
    private TerminalFailures inner = TerminalFailures.NONE;

    NestedCall(Engine engine, BackoffPolicy policy, Duration own, @Nullable RetryScope outer, long start) {
        super(engine, policy, own, outer, start);
        this.nesting = NestingRules.of(engine.nesting(), outer);
    }

    @Override
    public synchronized void markTerminal(Throwable failure, StopReason reason) {
        inner = inner.and(failure, reason);
    }

    final synchronized void forgetInner() {
        inner = TerminalFailures.NONE;
    }

    /** "Do not retry" keeps its reason; any other terminal end of an inner call makes the failure not retryable. */
    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        StopReason reason = innerReason(failure);
        return reason == null || reason == StopReason.OVERLOADED ? reason : StopReason.NOT_RETRYABLE;
    }

    /** Why an inner call ended with this failure or one of its causes; {@code null} if none did. */
    final synchronized @Nullable StopReason innerReason(Throwable failure) {
        return inner.reason(failure);
    }

    /**
     * Reports the end of the call to the outer scope. An outer call whose attempt has run out of time may make another.
     *
     * @param permanent whether the callee said that a retry is pointless
     */
    final void propagate(Throwable failure, StopReason stop, boolean permanent) {
        if (stop != StopReason.ELAPSED || !endsWithOuterAttempt()) {
            nesting.propagate(failure, stop, innerReason(failure), permanent);
        }
    }

    @Override
    public boolean isRetrying() {
        return nesting.oneAttempt() || attempt > 1;
    }

    @Override
    public Optional<RetryInfo> retry() {
        return attempt > 1 ? Optional.of(new RetryInfo(attempt - 1, maxAttempts())) : nesting.outerRetry();
    }

    @Override
    public int number() {
        return attempt;
    }

    @Override
    public OptionalInt maxAttempts() {
        return nesting.maxAttempts(policy);
    }

    @Override
    public boolean isLast() {
        return nesting.isLast(policy, attempt);
    }

    @Override
    public Optional<Throwable> lastFailure() {
        return Optional.ofNullable(failures.last());
    }
}
