package io.backoff.delay;

/** Computes the window of a {@link Jitter}; not part of the public interface. */
sealed interface JitterGeometry extends Jitter {

    /** The window around a delay without an upper bound. */
    Window around(long delay);

    /** The window around a delay of at most {@code max}, moved down if it would end later than {@code max}. */
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
