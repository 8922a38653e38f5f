package io.backoff.delay;

/**
 * What a delay can be, in nanoseconds.
 *
 * @param min the shortest delay that can be drawn
 * @param expected the mean, rounded to a nanosecond (half up); of delays that {@link Cap#CLIP} cuts exact up to about
 *     50 days and to 15 digits above; an estimate where {@link Delay#estimated} says so
 * @param max the least bound that no delay exceeds: the longest that can be drawn or, where the end of the random part is
 *     excluded, as {@link Jitter#additive} does, that end: 4 s + U[0, 1 s) has 5 s
 */
public record Bounds(long min, long expected, long max) {}
