package io.backoff.sample.provider;

import java.time.Duration;
import java.util.SplittableRandom;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * The state that the provider is in.
 *
 * @param share the share of charges that fail, 0 to 1
 * @param retryAfter value of {@code Retry-After}, in the modes that send it
 * @param latency the duration of each response
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

    /**
     * Whether the request with this number fails. The same numbers fail in every run, so that experiments are
     * repeatable.
     */
    boolean fails(long request) {
        return mode.status().isError() && new SplittableRandom(SEED + request).nextDouble() < share;
    }

    ResponseEntity<Charge> failure() {
        ResponseEntity.BodyBuilder failure = ResponseEntity.status(mode.status());
        if (mode.sendsRetryAfter()) {
            failure.header(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter.toSeconds()));
        }
        return failure.build();
    }
}
