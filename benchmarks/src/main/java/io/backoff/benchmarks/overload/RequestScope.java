package io.backoff.benchmarks.overload;

import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scope of a request. It computes the caller's remaining time as Backoff's filter does.
 *
 * @param sinceArrival how long ago the filter saw the request
 */
record RequestScope(IncomingAttempt attempt, Supplier<Duration> sinceArrival) implements RetryScope {

    @Override
    public boolean isRetrying() {
        return attempt.isRetry();
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return attempt.ttl().isEmpty()
                ? null
                : new TimeLeft(Duration.ofMillis(attempt.ttl().getAsLong()), false).after(sinceArrival.get());
    }

    @Override
    public void markTerminal(Throwable failure, StopReason reason) {}

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return null;
    }
}
