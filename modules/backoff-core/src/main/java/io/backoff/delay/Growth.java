package io.backoff.delay;

/**
 * The delay before jitter and cap, as a function of the wait's ordinal.
 *
 * <pre>{@code
 * Growth squares = wait -> 1_000_000L * wait * wait;   // 1, 4, 9, 16 ms
 * }</pre>
 *
 * <p>The delay is computed from the ordinal, not from the previous delay, so that rounding errors do not accumulate and
 * no state can overflow. Delays are in nanoseconds, saturate at {@link Long#MAX_VALUE}, are never negative, and never
 * shrink from one wait to the next (except for {@link #list list}, which returns the given delays). The factories throw
 * an {@link IllegalArgumentException} for negative delays and for numbers that are not finite.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Growth {

    /**
     * {@return the delay of a wait, in nanoseconds}
     *
     * @param wait the ordinal of the wait, from 1
     */
    long nanos(int wait);

    /**
     * The same delay for every wait.
     *
     * @param delay the delay, in nanoseconds
     * @return constant growth
     */
    static Growth constant(long delay) {
        Require.atLeast("delay", delay, 0);
        return wait -> delay;
    }

    /**
     * {@code delay + (wait - 1) * increment}: a delay of 1 s and an increment of 2 s give 1, 3, 5, 7 s.
     *
     * @param delay the first delay, in nanoseconds
     * @param increment the growth per wait, in nanoseconds
     * @return linear growth
     */
    static Growth linear(long delay, long increment) {
        Require.atLeast("delay", delay, 0);
        Require.atLeast("increment", increment, 0);
        return wait -> Saturating.add(delay, Saturating.multiply(increment, wait - 1L));
    }

    /**
     * {@code delay * multiplier^(wait - 1)}: 500 ms and 1.5 give 500, 750, 1125, 1687.5 ms.
     *
     * @param delay the first delay, in nanoseconds
     * @param multiplier a real number of at least 1
     * @return exponential growth
     */
    static Growth exponential(long delay, double multiplier) {
        Require.atLeast("delay", delay, 0);
        Require.atLeast("multiplier", multiplier, 1);
        return wait -> Saturating.scale(delay, Math.pow(multiplier, wait - 1));
    }

    /**
     * {@code delay * wait^exponent}: 100 ms and 2 give 100, 400, 900, 1600 ms.
     *
     * @param delay the first delay, in nanoseconds
     * @param exponent a real number of at least 0
     * @return polynomial growth
     */
    static Growth polynomial(long delay, double exponent) {
        Require.atLeast("delay", delay, 0);
        Require.atLeast("exponent", exponent, 0);
        return wait -> Saturating.scale(delay, Math.pow(wait, exponent));
    }

    /**
     * {@code delay} times 1, 1, 2, 3, 5, 8, 13, ...
     *
     * @param delay the unit of delays, in nanoseconds
     * @return growth by the Fibonacci numbers
     */
    static Growth fibonacci(long delay) {
        Require.atLeast("delay", delay, 0);
        return wait -> Saturating.multiply(delay, Saturating.fibonacci(wait));
    }

    /**
     * The given delays; the last one repeats.
     *
     * @param delays the delays in order, in nanoseconds; at least one
     * @return the given delays
     */
    static Growth list(long... delays) {
        Require.notEmpty("delays", delays.length);
        for (int i = 0; i < delays.length; i++) {
            Require.atLeast("delays[" + i + "]", delays[i], 0);
        }
        long[] copy = delays.clone();
        return wait -> copy[Math.min(wait, copy.length) - 1];
    }
}
