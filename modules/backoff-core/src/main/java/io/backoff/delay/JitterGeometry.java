package io.backoff.delay;

/** Computes the window of a {@link Jitter}; not part of the public interface. */
sealed interface JitterGeometry extends Jitter {

    /** Returns the window around a delay, not bounded by any maximum. */
    Window around(long delay);

    /**
     * Returns the window around the delay, or around {@code max} if that is shorter. A window that would end after
     * {@code max} is moved down to end there.
     */
    default Window within(long delay, long max) {
        return around(Math.min(delay, max)).endingBy(max);
    }

    enum Fixed implements JitterGeometry {
        NONE {
            @Override
            public Window around(long delay) {
                return new Window(delay, 0);
            }
        },
        FULL {
            @Override
            public Window around(long delay) {
                return new Window(0, delay);
            }
        },
        EQUAL {
            @Override
            public Window around(long delay) {
                return new Window(delay - delay / 2, delay / 2);
            }
        }
    }

    record Proportional(double factor) implements JitterGeometry {

        @Override
        public Window around(long delay) {
            // Above 2^53, rounding may make the product larger than the delay.
            long half = Math.min(delay, Saturating.scale(delay, factor));
            return new Window(delay - half, Saturating.multiply(half, 2));
        }
    }

    record Additive(long amount) implements JitterGeometry {

        @Override
        public Window around(long delay) {
            return amount == 0 ? new Window(delay, 0) : new Window(delay, amount - 1, true);
        }

        /** At the cap, the window is [max - amount, max): its end stays excluded. */
        @Override
        public Window within(long delay, long max) {
            long fitting = Math.min(amount, max);
            return new Additive(fitting).around(Math.min(delay, max - fitting));
        }
    }
}
