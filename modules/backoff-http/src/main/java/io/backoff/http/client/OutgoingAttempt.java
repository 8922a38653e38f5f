package io.backoff.http.client;

import io.backoff.client.AttemptHeaderMode;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.http.RetryAttemptHeader;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Formats the {@code Retry-Attempt} header of outgoing requests.
 *
 * @param mode the requests that carry the header
 */
record OutgoingAttempt(AttemptHeaderMode mode) {
    /**
     * Returns the value of {@code Retry-Attempt} for a request made in a retry scope, for example
     * {@code 1;max=3;ttl=850}.
     *
     * <p>While this application serves a remote caller's retry, the requests that it sends count as retries too if
     * {@code nested} is {@code chain-stop}. The number of previous attempts is passed on, so that this setting takes
     * effect in every service of the chain. The maximum is not passed on, because it belongs to the remote caller's
     * call.
     *
     * @return {@code null} if the request carries no header
     */
    @Nullable
    String header(@Nullable RetryScope scope) {
        if (scope == null || mode == AttemptHeaderMode.NEVER) {
            return null;
        }
        TimeLeft left = scope.timeLeft();
        return scope.retry()
                .or(() -> mode == AttemptHeaderMode.ALWAYS ? first(scope, left) : Optional.empty())
                .map(attempt -> format(attempt, left))
                .orElse(null);
    }

    /** Returns the attempt for a request outside a retry; empty if there is neither a guarded call nor a deadline. */
    private static Optional<RetryInfo> first(RetryScope scope, @Nullable TimeLeft left) {
        if (scope instanceof CurrentAttempt attempt) {
            return Optional.of(new RetryInfo(0, attempt.maxAttempts()));
        }
        return left == null ? Optional.empty() : Optional.of(RetryInfo.after(0));
    }

    private static String format(RetryInfo attempt, @Nullable TimeLeft left) {
        // TimeUnit.convert saturates, unlike Duration.toMillis.
        OptionalLong ttl =
                left == null ? OptionalLong.empty() : OptionalLong.of(TimeUnit.MILLISECONDS.convert(left.duration()));
        return new RetryAttemptHeader(attempt.previous(), attempt.max(), ttl).format();
    }
}
