package io.backoff.delay;

/**
 * A range of nanoseconds, both ends included. It holds its width and not its end: an end that saturates would forget
 * how wide the window was before it could be moved.
 *
 * @param open whether it stands for a range without its end, which is then one nanosecond further
 */
record Window(long start, long width, boolean open) {

    Window(long start, long width) {
        this(start, width, false);
    }

    long end() {
        return Saturating.add(start, width);
    }

    /** The end, or what would be the end were it not excluded. */
    long bound() {
        return open ? Saturating.add(end(), 1) : end();
    }

    /** This window, moved down so far that it ends by {@code max}: of the same width where 0 permits. */
    Window endingBy(long max) {
        long fitting = Math.min(width, max);
        return new Window(Math.min(start, max - fitting), fitting);
    }
}
