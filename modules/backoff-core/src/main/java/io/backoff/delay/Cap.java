package io.backoff.delay;

/** How the longest delay bounds a delay with jitter. */
public enum Cap {

    /**
     * Bounds the delay before jitter. A random window that would reach past the longest delay moves down to end there;
     * it keeps its width, but never starts below 0. Jitter survives at the cap and no two clients bunch there.
     *
     * <p>10 s +- 50 %, at most 10 s: the window 5..15 s moves to 0..10 s.
     */
    WINDOW {
        @Override
        Window window(JitterGeometry spread, long delay, long max) {
            return spread.within(delay, max);
        }
    },

    /**
     * Bounds the delay before jitter; the result may exceed the longest delay.
     *
     * <p>60 s +- 50 %, at most 60 s: 30..90 s, as in cenkalti/backoff.
     */
    BASE {
        @Override
        Window window(JitterGeometry spread, long delay, long max) {
            return spread.around(Math.min(delay, max));
        }
    },

    /**
     * Draws from the window around the unbounded delay, then cuts the drawn delay: clients bunch at the cap.
     *
     * <p>Celery's min(600 s, randint[0, 2^n s]); the min(2^n s + U[0, 1 s], 32 s) of Google Cloud.
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

    /** The limit at which a delay drawn from the window is cut. */
    long limit(long max) {
        return Long.MAX_VALUE;
    }
}
