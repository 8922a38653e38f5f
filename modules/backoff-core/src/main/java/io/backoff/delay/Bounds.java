package io.backoff.delay;

/**
 * The range and the mean of a delay, in nanoseconds.
 *
 * @param min the shortest delay that can be drawn
 * @param expected the mean, rounded to a nanosecond (half up); with {@link Cap#CLIP}, exact up to about 50 days and to
 *     15 digits above; an estimate if {@link Delay#estimated} says so
 * @param max the least upper bound: the longest delay that can be drawn or, if the random part excludes its end, as
 *     with {@link Jitter#additive}, that end: 4 s + U[0, 1 s) has 5 s
 */
public record Bounds(long min, long expected, long max) {}
