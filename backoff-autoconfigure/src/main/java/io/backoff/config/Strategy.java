package io.backoff.config;

/** The growth of the delay from one retry to the next; {@code n} is the number of the retry. */
public enum Strategy {
    /** Retry immediately. */
    NONE,
    /** Never retry. */
    STOP,
    /** Always {@code delay}. */
    CONSTANT,
    /** {@code delay + (n - 1) * increment}. */
    LINEAR,
    /** {@code delay * multiplier^(n - 1)}. */
    EXPONENTIAL,
    /** {@code delay * n^exponent}. */
    POLYNOMIAL,
    /** {@code delay} times 1, 1, 2, 3, 5, ... */
    FIBONACCI,
    /** Ethernet's: {@code delay} times a random integer in {@code 0 .. 2^min(n, ceiling) - 1}. */
    BINARY_EXPONENTIAL,
    /** Random between {@code delay} and three times the previous delay. */
    DECORRELATED,
    /** The entries of {@code delays}; the last one repeats. */
    LIST
}
