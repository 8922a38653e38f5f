package io.backoff.engine.execution;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An adopted call as code and calls inside it see it: its attempts are counted across redeliveries, and its time ends
 * only with its caller, since the library has limits of its own.
 */
public abstract sealed class AdoptedScope extends Execution permits AdoptedExecution {

    /** The attempts of earlier calls for the same item. */
    int previous;

    AdoptedScope(Engine engine, BackoffPolicy policy, CallReporter reporter, @Nullable RetryScope outer, long start) {
        super(engine, policy, Duration.ZERO, reporter, outer, start);
    }

    @Override
    public final int number() {
        return previous + attempt;
    }

    @Override
    public final boolean isLast() {
        return nesting.isLast(policy, number());
    }

    @Override
    public final Optional<Duration> remaining() {
        return Optional.ofNullable(timeLeft()).map(TimeLeft::duration);
    }

    @Override
    public final @Nullable TimeLeft timeLeft() {
        return leftByCaller();
    }

    @Override
    @Nullable
    AttemptLimit newLimit(Duration elapsed) {
        TimeLeft left = leftByCaller();
        return left == null ? null : AttemptLimit.ofCaller(elapsed, left);
    }

    @Override
    public Optional<RetryInfo> retry() {
        return number() > 1 ? Optional.of(new RetryInfo(number() - 1, maxAttempts())) : nesting.outerRetry();
    }

    @Override
    public boolean isRetrying() {
        return nesting.oneAttempt() || number() > 1;
    }
}
