package io.backoff.benchmarks.overload;

/**
 * The counts of one second.
 *
 * @param calls calls that began
 * @param attempts attempts made, first ones included
 * @param succeeded calls that succeeded
 */
record Second(long calls, long attempts, long succeeded) {

    /** Requests that the server got per call. */
    double amplification() {
        return attempts / (double) Math.max(1, calls);
    }
}
