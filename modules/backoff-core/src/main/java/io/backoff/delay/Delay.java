package io.backoff.delay;

import java.util.random.RandomGenerator;

/**
 * The pause before a retry: a pure function of the wait's ordinal, the previous delay and a random source.
 *
 * <p>Delays are whole nanoseconds and saturate at {@link Long#MAX_VALUE} (292 years). Every implementation is
 * immutable, and computes wait {@link Integer#MAX_VALUE} as fast as wait 1.
 *
 * <p>For example, full jitter on 200 ms x 2<sup>n-1</sup> for wait <i>n</i>, at most 10 s, draws from 0..200 ms, then
 * 0..400 ms, 0..800 ms and so on, up to 0..10 s from wait 7 on:
 *
 * <pre>{@code
 * Delay.of(Growth.exponential(200_000_000, 2), Jitter.full(), Cap.WINDOW, 10_000_000_000L, 0)
 * }</pre>
 *
 * @since 0.1.0
 */
public interface Delay {

    /** No delay before any retry. */
    Delay NONE = of(Growth.constant(0), Jitter.none(), Cap.BASE, 0, 0);

    /**
     * Draws the length of a wait.
     *
     * @param wait the ordinal of the wait; the first wait of a call is 1
     * @param previousNanos the length of the call's previous wait, 0 for none; used only by {@link #decorrelated
     *     decorrelated} delays
     * @param random the source of the jitter
     * @return nanoseconds, within {@link #bounds bounds(wait)}
     * @throws IllegalArgumentException if {@code wait} is less than 1
     */
    long nanos(int wait, long previousNanos, RandomGenerator random);

    /**
     * {@return the bounds and the mean of the delays that {@link #nanos nanos} draws for a wait}
     *
     * @param wait the ordinal of the wait, from 1
     * @throws IllegalArgumentException if {@code wait} is less than 1
     */
    Bounds bounds(int wait);

    /** {@return whether {@link Bounds#expected} is an estimate rather than the exact mean} */
    default boolean estimated() {
        return false;
    }

    /**
     * {@return a growing delay with jitter, bounded by {@code maxNanos} as {@code cap} defines}
     *
     * <p>With a granularity <i>g</i>, delays are whole multiples of <i>g</i> within the window, each equally likely; a
     * window that contains no multiple yields the largest multiple below the window. With a granularity of 1 s, the
     * window 0..1.5 s yields 0 or 1 s.
     *
     * @param growth the delay before jitter
     * @param jitter the random part
     * @param cap how {@code maxNanos} bounds the delay
     * @param maxNanos the maximum delay; {@link Long#MAX_VALUE} for none
     * @param granularityNanos the unit of which delays are whole multiples; 0 for none
     * @throws IllegalArgumentException if {@code maxNanos} or {@code granularityNanos} is negative
     */
    static Delay of(Growth growth, Jitter jitter, Cap cap, long maxNanos, long granularityNanos) {
        return new Jittered(growth, (JitterGeometry) jitter, cap, maxNanos, granularityNanos);
    }

    /**
     * {@return the truncated binary exponential backoff of Ethernet (IEEE 802.3): a whole number of slots, uniform in 0
     * .. 2<sup>min(wait, ceiling)</sup> - 1}
     *
     * <p>Ethernet at 10 Mb/s has a slot of 51.2 us and a ceiling of 10: wait 1 is 0 or 51.2 us, and from wait 10 on,
     * the longest wait is 1,023 slots, 52.4 ms. The mean is half the longest wait: 0.5, 1.5, 3.5, ... slots.
     *
     * @param slotNanos the length of a slot
     * @param ceiling the number of waits after which the window stops doubling
     * @param cap how {@code maxNanos} bounds the delay
     * @param maxNanos the maximum delay
     * @throws IllegalArgumentException if {@code slotNanos} is less than 1, {@code ceiling} is not in 1..62 or
     *     {@code maxNanos} is negative
     */
    static Delay binaryExponential(long slotNanos, int ceiling, Cap cap, long maxNanos) {
        Require.atLeast("slotNanos", slotNanos, 1);
        Require.between("ceiling", ceiling, 1, 62);
        Growth slots = wait -> Saturating.multiply(slotNanos, (1L << Math.min(wait, ceiling)) - 1);
        return of(slots, Jitter.full(), cap, maxNanos, slotNanos);
    }

    /**
     * {@return a delay with decorrelated jitter (from "Exponential Backoff and Jitter" of the AWS Architecture Blog):
     * uniform in {@code delay .. 3 x previous}, where {@code previous} is {@code delay} for the first wait}
     *
     * <p>The window is cut at {@code maxNanos} before a delay is drawn from it, so that delays do not bunch at
     * {@code maxNanos}. With a delay of 200 ms and a maximum of 10 s, the first wait is 200..600 ms. A wait of 500 ms
     * is followed by one of 200 ms..1.5 s, and no wait is longer than 10 s. Each wait depends on the previous one, so
     * its mean has no closed form once a delay can reach the cap: see {@link #estimated}.
     *
     * @param delayNanos the shortest delay
     * @param maxNanos the maximum delay
     * @param granularityNanos the unit of which delays are whole multiples; 0 for none
     * @throws IllegalArgumentException if an argument is negative
     */
    static Delay decorrelated(long delayNanos, long maxNanos, long granularityNanos) {
        return new Decorrelated(delayNanos, maxNanos, granularityNanos);
    }
}
