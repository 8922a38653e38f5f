package io.backoff.sample.partner;

import java.util.Arrays;

/** What the partner can be in. */
enum Mood {
    /** Books and says so. */
    OPEN,
    /** Does nothing. */
    CLOSED,
    /** Books, but its answer gets lost. */
    MUTE;

    /**
     * The mood of that name, in any case.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Mood named(String name) {
        return Arrays.stream(values())
                .filter(mood -> mood.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'mood' must be one of %s but was '%s'".formatted(Arrays.toString(values()), name)));
    }
}
