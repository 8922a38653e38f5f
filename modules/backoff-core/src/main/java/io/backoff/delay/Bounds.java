package io.backoff.delay;

/**
 * The range and the mean of a delay, in nanoseconds.
 *
 * @param min the shortest delay that can be drawn
 * @param expected the mean, rounded half up to a nanosecond; with {@link Cap#CLIP}, a mean above about 50 days is exact
 *     only to 15 digits; if {@link Delay#estimated} returns {@code true}, the mean is an estimate
 * @param max the least upper bound: the longest delay that can be drawn, or the excluded end of a half-open range, such
 *     as 5 s for 4 s + U[0, 1 s) of {@link Jitter#additive}
 * @since 0.1.0
 */
public record Bounds(long min, long expected, long max) {}
