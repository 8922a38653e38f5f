package io.backoff.sample.dashboard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The figures of each second of the last minute, which a page shows when it opens. The component {@code window} of each
 * {@link Second} covers up to ten seconds.
 */
final class Timeline {

    static final int WINDOW = 10;
    static final int LENGTH = 60;

    private final Deque<Reading> readings = new ArrayDeque<>();
    private final Deque<Second> seconds = new ArrayDeque<>();
    private boolean idle = true;

    /** Adds the next second. The first one has no rates yet, because a rate needs two readings. */
    synchronized Second add(long at, int load, Reading now) {
        restartWindow(load == 0);
        Reading before = readings.isEmpty() ? now : readings.getLast();
        readings.add(now);
        if (readings.size() > WINDOW + 1) {
            readings.remove();
        }
        Second second = Second.of(at, load, readings.getFirst(), before, now);
        seconds.add(second);
        if (seconds.size() > LENGTH) {
            seconds.remove();
        }
        return second;
    }

    /** Restarts the window when customers start or stop: idle seconds would dilute the rates. */
    private void restartWindow(boolean idleNow) {
        if (idle != idleNow) {
            readings.clear();
        }
        idle = idleNow;
    }

    /** All seconds, oldest first. */
    synchronized List<Second> seconds() {
        return new ArrayList<>(seconds);
    }
}
