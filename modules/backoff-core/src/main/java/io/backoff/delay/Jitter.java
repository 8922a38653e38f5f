package io.backoff.delay;

/**
 * The random part of a delay: the window, around the delay <i>d</i> of a {@link Growth}, from which a wait is drawn.
 * Draws are uniform in whole nanoseconds: U[<i>a</i>, <i>b</i>] includes both ends, U[<i>a</i>, <i>b</i>) excludes
 * <i>b</i>.
 *
 * @since 0.1.0
 */
public sealed interface Jitter permits JitterGeometry {

    /**
     * The delay without a random part.
     *
     * @return jitter without a random part
     */
    static Jitter none() {
        return JitterGeometry.Fixed.NONE;
    }

    /**
     * U[0, d]: spreads clients the most.
     *
     * @return jitter from zero to the delay
     */
    static Jitter full() {
        return JitterGeometry.Fixed.FULL;
    }

    /**
     * U[d/2, d]: a wait is never short.
     *
     * @return jitter from half the delay to the delay
     */
    static Jitter equal() {
        return JitterGeometry.Fixed.EQUAL;
    }

    /**
     * U[d (1 - factor), d (1 + factor)]: 500 ms and 0.5 give 250..750 ms.
     *
     * @param factor the share of the delay, 0 to 1
     * @return jitter in proportion to the delay
     * @throws IllegalArgumentException if {@code factor} is not in 0..1
     */
    static Jitter proportional(double factor) {
        Require.between("factor", factor, 0, 1);
        return new JitterGeometry.Proportional(factor);
    }

    /**
     * d + U[0, amount), {@code amount} itself excluded: 4 s and 1 s give 4..4.999999999 s.
     *
     * @param amount nanoseconds
     * @return jitter that adds to the delay
     * @throws IllegalArgumentException if {@code amount} is negative
     */
    static Jitter additive(long amount) {
        Require.atLeast("amount", amount, 0);
        return new JitterGeometry.Additive(amount);
    }
}
