package io.backoff.sample.dashboard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last minute, so that a page that opens has something to show, and the sums over ten seconds. */
final class Timeline {

    static final int WINDOW = 10;
    static final int LENGTH = 60;

    private final Deque<Totals> readings = new ArrayDeque<>();
    private final Deque<Second> seconds = new ArrayDeque<>();

    /** Adds the next second; of the first one nothing is known yet. */
    synchronized Second add(long at, int load, BudgetState budget, Totals now) {
        Totals last = now.minus(readings.isEmpty() ? now : readings.getLast());
        readings.add(now);
        if (readings.size() > WINDOW + 1) {
            readings.remove();
        }
        Totals window = now.minus(readings.getFirst());
        Second second = new Second(at, load, budget, last, window, amplification(window));
        seconds.add(second);
        if (seconds.size() > LENGTH) {
            seconds.remove();
        }
        return second;
    }

    /** Oldest first. */
    synchronized List<Second> seconds() {
        return new ArrayList<>(seconds);
    }

    private static @Nullable Double amplification(Totals window) {
        return window.orders() == 0 ? null : (double) window.requests() / window.orders();
    }
}
