package io.backoff.sample.provider;

import java.time.Duration;
import java.util.SplittableRandom;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * The state that the provider is in.
 *
 * @param share of the charges that fail, 0 to 1
 * @param retryAfter when to come again, told by the modes that do
 * @param latency of every answer
 */
record Condition(Mode mode, double share, Duration retryAfter, Duration latency) {

    static final Condition HEALTHY = new Condition(Mode.HEALTHY, 0, Duration.ZERO, Duration.ZERO);

    private static final long SEED = 42;

    Condition {
        if (!(share >= 0 && share <= 1)) { // NaN fails both
            throw new IllegalArgumentException("'share' must be between 0 and 1 but was " + share);
        }
        if (retryAfter.isNegative() || latency.isNegative()) {
            throw new IllegalArgumentException(
                    "Durations must be at least 0 but were %s and %s".formatted(retryAfter, latency));
        }
    }

    /** Whether the request with this number fails. The same ones do in every run, so that experiments can be repeated. */
    boolean fails(long request) {
        return mode.status().isError() && new SplittableRandom(SEED + request).nextDouble() < share;
    }

    ResponseEntity<Charge> failure() {
        ResponseEntity.BodyBuilder failure = ResponseEntity.status(mode.status());
        if (mode.tellsWhen()) {
            failure.header(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter.toSeconds()));
        }
        return failure.build();
    }
}
