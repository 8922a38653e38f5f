package io.backoff.benchmarks.overload;

/**
 * What happened in one second.
 *
 * @param calls that began
 * @param attempts that were made, first ones included
 * @param answered calls that ended well
 */
record Second(long calls, long attempts, long answered) {

    /** How many requests the server got for each that was wanted. */
    double amplification() {
        return attempts / (double) Math.max(1, calls);
    }
}
