package io.backoff.dryrun;

import java.util.List;

/**
 * Attempt counts of one policy in the last minutes.
 *
 * @param slices the minutes of the window in which there were calls
 */
public record AttemptWindow(List<Slice> slices) {

    /**
     * The calls that began in one minute.
     *
     * @param start when the minute began, counted from the start of the window
     * @param nanos its length; the current minute is shorter
     * @param counts their attempts
     */
    public record Slice(long start, long nanos, AttemptCounts counts) {}

    /** All attempts of the window. */
    public AttemptCounts total() {
        return AttemptCounts.sum(slices.stream().map(Slice::counts).toList());
    }
}
