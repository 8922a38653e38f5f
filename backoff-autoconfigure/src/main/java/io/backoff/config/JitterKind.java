package io.backoff.config;

/** The random part of a delay. */
public enum JitterKind {
    /** No random part. */
    NONE,
    /** Draws between 0 and the delay. */
    FULL,
    /** Draws between half the delay and the delay. */
    EQUAL,
    /** Multiplies the delay by 1 plus or minus up to {@code jitter-factor}. */
    PROPORTIONAL,
    /** Adds a random amount below {@code jitter-amount} to the delay. */
    ADDITIVE
}
