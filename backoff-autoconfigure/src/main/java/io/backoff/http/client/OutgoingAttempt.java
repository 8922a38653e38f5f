package io.backoff.http.client;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.Layer;
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
     * @return {@code null} when the request is no repetition: in a first attempt, or outside of guarded calls
     */
    static @Nullable String header(@Nullable Layer layer) {
        return layer == null ? null : layer.retry().map(OutgoingAttempt::format).orElse(null);
    }

    private static String format(CurrentAttempt attempt) {
        return new RetryAttemptHeader(attempt.number() - 1, attempt.maxAttempts(), ttl(attempt)).format();
    }

    private static OptionalLong ttl(CurrentAttempt attempt) {
        Duration remaining = attempt.remaining().orElse(null);
        // Unlike Duration.toMillis, this saturates.
        return remaining == null ? OptionalLong.empty() : OptionalLong.of(TimeUnit.MILLISECONDS.convert(remaining));
    }
}
