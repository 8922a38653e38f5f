package io.backoff.benchmarks.soak;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * How long, and by which chance.
 *
 * @param seed all that is drawn is drawn from it; what threads make of that, no seed repeats
 * @param drivers threads that make calls
 * @param longest how long an application runs at most; it runs a fifth of that at least
 */
record Plan(Duration duration, long seed, int drivers, Duration longest) {

    private static final Duration DEFAULT = Duration.ofMinutes(10);
    private static final int DRIVERS = 8;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Of a duration such as {@code 10m}, and a seed; either may be left out. */
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
