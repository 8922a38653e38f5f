package io.backoff.config;

/** The random part of a delay. */
public enum JitterKind {
    /** No random part. */
    NONE,
    /** Draws the delay from 0 to the full delay. */
    FULL,
    /** Draws a delay between half the delay and the full delay. */
    EQUAL,
    /** Multiplies the delay by a random factor from 1 - {@code jitter-factor} to 1 + {@code jitter-factor}. */
    PROPORTIONAL,
    /** Adds a random amount below {@code jitter-amount} to the delay. */
    ADDITIVE
}
