package io.backoff.sample.provider;

import java.util.Arrays;
import org.springframework.http.HttpStatus;

/** The provider's modes. */
enum Mode {
    /** Accepts every charge. */
    HEALTHY(HttpStatus.OK, 0, false),
    /** Fails some charges with status 500, as if it had a bug. */
    FAILING(HttpStatus.INTERNAL_SERVER_ERROR, 0.3, false),
    /** Throttles some charges, and says when to retry. */
    THROTTLED(HttpStatus.TOO_MANY_REQUESTS, 0.3, true),
    /** Is down for maintenance, and says when to retry. */
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, 1, true),
    /** Is unreachable: the gateway in front of it fails every charge, without Retry-After. */
    OUTAGE(HttpStatus.BAD_GATEWAY, 1, false);

    private final HttpStatus status;
    private final double share;
    private final boolean sendsRetryAfter;

    Mode(HttpStatus status, double share, boolean sendsRetryAfter) {
        this.status = status;
        this.share = share;
        this.sendsRetryAfter = sendsRetryAfter;
    }

    /**
     * The mode of that name, ignoring case.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Mode named(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'mode' must be one of %s but was '%s'".formatted(Arrays.toString(values()), name)));
    }

    HttpStatus status() {
        return status;
    }

    /** Default share of the charges that fail. */
    double share() {
        return share;
    }

    /** Whether failures carry {@code Retry-After}. */
    boolean sendsRetryAfter() {
        return sendsRetryAfter;
    }
}
