package io.backoff.http.client;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds {@code http.request.resend_count} to the observation of a request that a guarded call sends again: 1 in the
 * second attempt. The count has high cardinality, so it appears in traces but not in meters.
 */
final class ResendCount {

    private static final String NAME = "http.request.resend_count";

    private ResendCount() {}

    /** Adds the count to a request made in a retry, or in the first attempt of a call that is nested in a retry. */
    static void add(Observation.Context request, @Nullable RetryScope scope) {
        retry(scope)
                .map(retry -> KeyValue.of(NAME, Integer.toString(retry.previous())))
                .ifPresent(request::addHighCardinalityKeyValue);
    }

    // In a first attempt, the scope reports the retry of an enclosing call or of a remote caller. A remote caller's
    // retry must not be counted here. It is recognized by its missing maximum, so the retry of an enclosing call
    // without a maximum is not counted either.
    private static Optional<RetryInfo> retry(@Nullable RetryScope scope) {
        return scope instanceof CurrentAttempt attempt
                ? scope.retry()
                        .filter(retry -> attempt.number() > 1 || retry.max().isPresent())
                : Optional.empty();
    }
}
