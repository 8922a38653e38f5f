package io.backoff.benchmarks.soak;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * The duration and the seed of a run.
 *
 * @param seed source of all random choices; it does not determine how threads interleave
 * @param drivers threads that make calls
 * @param longest the longest life of an application; the shortest is a fifth of it
 */
record Plan(Duration duration, long seed, int drivers, Duration longest) {

    private static final Duration DEFAULT = Duration.ofMinutes(10);
    private static final int DRIVERS = 8;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Parses a duration such as {@code 10m}, and a seed; either may be omitted. */
    static Plan of(String... arguments) {
        Duration duration = arguments.length > 0 ? DurationStyle.detectAndParse(arguments[0]) : DEFAULT;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        return of(duration, seed);
    }

    static Plan of(Duration duration, long seed) {
        return new Plan(duration, seed, DRIVERS, LONGEST);
    }

    @Override
    public String toString() {
        return "Soak for %d s with seed %d and %d threads".formatted(duration.toSeconds(), seed, drivers);
    }
}
