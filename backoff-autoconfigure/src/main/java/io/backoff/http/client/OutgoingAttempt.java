package io.backoff.http.client;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.http.RetryAttemptHeader;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What requests say of the attempt that they are part of. */
final class OutgoingAttempt {

    private OutgoingAttempt() {}

    /**
     * The value of {@code Retry-Attempt} for a request made in a layer, for example {@code 1;max=3;ttl=850}.
     *
     * <p>What is sent while a retry of a remote caller is served is a repetition as well: the count is passed on, so that
     * chain stop reaches every tier, but neither the limit nor the time of a call that is not made here.
     *
     * @return {@code null} when the request is no repetition
     */
    static @Nullable String header(@Nullable RetryScope scope) {
        return scope == null ? null : scope.retry().map(OutgoingAttempt::format).orElse(null);
    }

    private static String format(RetryInfo retry) {
        return new RetryAttemptHeader(retry.previous(), retry.max(), ttl(retry)).format();
    }

    private static OptionalLong ttl(RetryInfo retry) {
        Duration remaining = retry.remaining().orElse(null);
        // Unlike Duration.toMillis, this saturates.
        return remaining == null ? OptionalLong.empty() : OptionalLong.of(TimeUnit.MILLISECONDS.convert(remaining));
    }
}
