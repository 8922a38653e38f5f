package io.backoff.sample.partner;

import java.util.Arrays;

/** How the partner behaves. */
enum Mood {
    /** Books the order and confirms it. */
    OPEN,
    /** Rejects every request, and books nothing. */
    CLOSED,
    /** Books the order, but its response gets lost. */
    MUTE;

    /**
     * Returns the mood with the given name, ignoring case.
     *
     * @throws IllegalArgumentException if no mood has the name
     */
    static Mood named(String name) {
        return Arrays.stream(values())
                .filter(mood -> mood.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'mood' must be one of %s but was '%s'".formatted(Arrays.toString(values()), name)));
    }
}
