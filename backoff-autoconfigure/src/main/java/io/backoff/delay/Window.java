package io.backoff.delay;

/**
 * A range of nanoseconds, both ends included. It holds its width and not its end: an end that saturates would forget
 * how wide the window was before it could be moved.
 */
record Window(long start, long width) {

    long end() {
        return Saturating.add(start, width);
    }

    /** This window, moved down so far that it ends by {@code max}: of the same width where 0 permits. */
    Window endingBy(long max) {
        long fitting = Math.min(width, max);
        return new Window(Math.min(start, max - fitting), fitting);
    }
}
