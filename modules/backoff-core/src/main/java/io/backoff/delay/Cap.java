package io.backoff.delay;

/**
 * How the maximum delay bounds a delay with jitter.
 *
 * @since 0.1.0
 */
public enum Cap {

    /**
     * Bounds the delay before jitter. Jitter then draws from a window around this delay. A window that reaches beyond
     * the maximum delay is moved down to end there. It keeps its width, unless it would then start below 0: in that
     * case, it is narrowed to start at 0. Delays keep their jitter at the cap, so clients do not bunch there.
     *
     * <p>For example, with a delay of 10 s, a jitter of ±50 % and a cap of 10 s, the window of 5 to 15 s becomes 0 to
     * 10 s.
     */
    WINDOW {
        @Override
        Window window(JitterGeometry spread, long delay, long max) {
            return spread.within(delay, max);
        }
    },

    /**
     * Bounds the delay before jitter. The delay with jitter may exceed the maximum delay.
     *
     * <p>For example, a delay of 60 s with a jitter of ±50 % and a cap of 60 s gives 30..90 s, as in cenkalti/backoff.
     */
    BASE {
        @Override
        Window window(JitterGeometry spread, long delay, long max) {
            return spread.around(Math.min(delay, max));
        }
    },

    /**
     * Draws from the window around the unbounded delay, then cuts the drawn delay at the maximum, so clients bunch at
     * the cap.
     *
     * <p>Examples: Celery's min(600 s, randint[0, 2^n s]), and Google Cloud's min(2^n s + U[0, 1 s], 32 s).
     */
    CLIP {
        @Override
        Window window(JitterGeometry spread, long delay, long max) {
            return spread.around(delay);
        }

        @Override
        long limit(long max) {
            return max;
        }
    };

    abstract Window window(JitterGeometry spread, long delay, long max);

    /** Returns the limit at which delays drawn from the window are cut; {@link Long#MAX_VALUE} for none. */
    long limit(long max) {
        return Long.MAX_VALUE;
    }
}
