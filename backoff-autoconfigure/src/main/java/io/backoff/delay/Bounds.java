package io.backoff.delay;

/**
 * What a delay can be, in nanoseconds.
 *
 * @param min the shortest delay that can be drawn
 * @param expected the mean, rounded to a nanosecond (half up); of delays that {@link Cap#CLIP} cuts exact up to about
 *     50 days and to 15 digits above; an estimate where {@link Delay#estimated} says so
 * @param max the longest delay that can be drawn
 */
public record Bounds(long min, long expected, long max) {}
