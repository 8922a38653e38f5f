package io.backoff.http.client;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.http.RetryAttemptHeader;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Formats the {@code Retry-Attempt} header of outgoing requests. */
final class OutgoingAttempt {

    private OutgoingAttempt() {}

    /**
     * Returns the value of {@code Retry-Attempt} for a request made in a scope, for example {@code 1;max=3;ttl=850}.
     *
     * <p>A request that is sent while serving a retry of a remote caller is a retry as well: the count is passed on, so
     * that chain stop reaches every tier, but not the limit and the time left, which belong to the caller's call.
     *
     * @return {@code null} if the request is not a retry
     */
    static @Nullable String header(@Nullable RetryScope scope) {
        return scope == null ? null : scope.retry().map(OutgoingAttempt::format).orElse(null);
    }

    private static String format(RetryInfo retry) {
        return new RetryAttemptHeader(retry.previous(), retry.max(), ttl(retry)).format();
    }

    private static OptionalLong ttl(RetryInfo retry) {
        Duration remaining = retry.remaining().orElse(null);
        // Saturates, unlike Duration.toMillis.
        return remaining == null ? OptionalLong.empty() : OptionalLong.of(TimeUnit.MILLISECONDS.convert(remaining));
    }
}
