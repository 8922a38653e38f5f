package io.backoff.engine.execution;

import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scope of a fallback. It is the scope of the last attempt, but limited by the caller's deadline alone, because the
 * call's own deadline may have passed.
 */
public final class FallbackScope extends AttemptScope {

    FallbackScope(Call call) {
        super(call);
    }

    /**
     * Returns this scope itself. A fallback is not an attempt: its requests repeat no request of an attempt, so they
     * get generated keys of their own.
     */
    @Override
    public RetryScope ofCall() {
        return this;
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return call.leftByScope();
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.ofNullable(timeLeft()).map(TimeLeft::duration);
    }
}
