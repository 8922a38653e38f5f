package io.backoff.dryrun;

import java.util.List;

/**
 * The attempt counts of one policy in the window.
 *
 * @param slices the minutes in which calls began
 */
public record AttemptWindow(List<Slice> slices) {

    /**
     * The calls that began in one minute.
     *
     * @param start start of the minute, in nanoseconds after the start of the window
     * @param nanos length in nanoseconds; the current minute is shorter than the others
     * @param counts the attempts of these calls
     */
    public record Slice(long start, long nanos, AttemptCounts counts) {}

    /** Returns the counts of all attempts in the window. */
    public AttemptCounts total() {
        return AttemptCounts.sum(slices.stream().map(Slice::counts).toList());
    }
}
