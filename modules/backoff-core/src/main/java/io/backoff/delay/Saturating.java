package io.backoff.delay;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Arithmetic on non-negative numbers; a result that overflows is {@link Long#MAX_VALUE}. */
final class Saturating {

    /** The Fibonacci numbers up to F(92), the last that fits into a long. */
    private static final long[] FIBONACCI = new long[93];

    static {
        FIBONACCI[1] = 1;
        for (int n = 2; n < FIBONACCI.length; n++) {
            FIBONACCI[n] = FIBONACCI[n - 1] + FIBONACCI[n - 2];
        }
    }

    private Saturating() {}

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long multiply(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    /** The product, rounded and not truncated, and 0 for 0 x infinity: {@link Math#round(double)} does both. */
    static long scale(long a, double b) {
        return Math.round(a * b);
    }

    /** The nanoseconds of a duration; negative durations stay negative. */
    static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    static long fibonacci(int n) {
        return n < FIBONACCI.length ? FIBONACCI[n] : Long.MAX_VALUE;
    }
}
