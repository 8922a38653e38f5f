package io.backoff.http.client;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds {@code http.request.resend_count} to the observation of a resent request of a guarded call: 1 for the second
 * attempt. The key has high cardinality, so it is in traces but not in meters.
 */
final class ResendCount {

    private static final String NAME = "http.request.resend_count";

    private ResendCount() {}

    /** Adds the count of a request that is sent in a scope; nothing for a first attempt. */
    static void add(Observation.Context request, @Nullable RetryScope scope) {
        retry(scope)
                .map(retry -> KeyValue.of(NAME, Integer.toString(retry.previous())))
                .ifPresent(request::addHighCardinalityKeyValue);
    }

    // A retry without a maximum belongs to a remote caller, which counts its own retries.
    private static Optional<RetryInfo> retry(@Nullable RetryScope scope) {
        return scope instanceof CurrentAttempt attempt
                ? scope.retry()
                        .filter(retry -> attempt.number() > 1 || retry.max().isPresent())
                : Optional.empty();
    }
}
