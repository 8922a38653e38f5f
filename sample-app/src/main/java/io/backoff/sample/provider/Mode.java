package io.backoff.sample.provider;

import java.util.Arrays;
import org.springframework.http.HttpStatus;

/** What the provider can suffer from. */
enum Mode {
    /** Takes every charge. */
    HEALTHY(HttpStatus.OK, 0, false),
    /** Some charges meet a bug. */
    FAILING(HttpStatus.INTERNAL_SERVER_ERROR, 0.3, false),
    /** Some charges are too many, and told when to come again. */
    THROTTLED(HttpStatus.TOO_MANY_REQUESTS, 0.3, true),
    /** Closed for maintenance, and says until when. */
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, 1, true),
    /** Nothing answers but the gateway in front, nobody knows how long. */
    OUTAGE(HttpStatus.BAD_GATEWAY, 1, false);

    private final HttpStatus status;
    private final double share;
    private final boolean tellsWhen;

    Mode(HttpStatus status, double share, boolean tellsWhen) {
        this.status = status;
        this.share = share;
        this.tellsWhen = tellsWhen;
    }

    /**
     * The mode of that name, in any case.
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

    /** Share of the charges that fail, unless told otherwise. */
    double share() {
        return share;
    }

    /** Whether failures carry {@code Retry-After}. */
    boolean tellsWhen() {
        return tellsWhen;
    }
}
