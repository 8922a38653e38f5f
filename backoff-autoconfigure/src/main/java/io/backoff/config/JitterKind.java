package io.backoff.config;

/** The random part of a delay. */
public enum JitterKind {
    /** No random part. */
    NONE,
    /** Between 0 and the delay. */
    FULL,
    /** Between half the delay and the delay. */
    EQUAL,
    /** The delay times 1 plus or minus {@code jitter-factor}. */
    PROPORTIONAL,
    /** The delay plus something below {@code jitter-amount}. */
    ADDITIVE
}
