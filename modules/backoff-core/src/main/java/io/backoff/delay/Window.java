package io.backoff.delay;

/**
 * A range of nanoseconds, both ends included. The record stores the width instead of the end, because an end beyond the
 * range of a long would saturate, and {@link #endingBy} could not compute the width from it.
 *
 * @param open whether the range was declared with an excluded end, one nanosecond after {@link #end()}
 */
record Window(long start, long width, boolean open) {

    Window(long start, long width) {
        this(start, width, false);
    }

    long end() {
        return Saturating.add(start, width);
    }

    /** The declared end of the range. An open window excludes this end; any other window includes it. */
    long bound() {
        return open ? Saturating.add(end(), 1) : end();
    }

    /** Returns this window moved down to end at {@code max} at the latest, and narrowed if it would start below 0. */
    Window endingBy(long max) {
        long fitting = Math.min(width, max);
        return new Window(Math.min(start, max - fitting), fitting);
    }
}
