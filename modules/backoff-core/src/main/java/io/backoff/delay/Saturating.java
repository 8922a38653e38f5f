package io.backoff.delay;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Arithmetic on non-negative numbers that saturates at {@link Long#MAX_VALUE} instead of overflowing. */
final class Saturating {

    /** The Fibonacci numbers up to F(92), the largest that fits into a long. */
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

    /** Returns the rounded product; 0 for 0 x infinity, because {@link Math#round(double)} turns NaN into 0. */
    static long scale(long a, double b) {
        return Math.round(a * b);
    }

    /** Returns the nanoseconds of a duration, which may be negative. */
    static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    static long fibonacci(int n) {
        return n < FIBONACCI.length ? FIBONACCI[n] : Long.MAX_VALUE;
    }
}
