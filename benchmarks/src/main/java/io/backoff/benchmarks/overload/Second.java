package io.backoff.benchmarks.overload;

/**
 * The counts of one second.
 *
 * @param calls calls that began
 * @param attempts attempts made, first attempts included
 * @param succeeded calls that succeeded
 */
record Second(long calls, long attempts, long succeeded) {

    /** The number of requests that the server received per call. */
    double amplification() {
        return attempts / (double) Math.max(1, calls);
    }
}
