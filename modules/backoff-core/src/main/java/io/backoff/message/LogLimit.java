package io.backoff.message;

import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits repeated log lines, because in an outage every call may cause the same warning. A limit permits one line of
 * each kind in a given time, called the pause, or one line of each kind ever.
 *
 * <p>Memory is bounded. If there are too many kinds, the limit forgets those whose last line is older than both a
 * minute and the pause. Kinds that still do not fit share one line per pause.
 */
public final class LogLimit {

    /** The maximum number of kinds. */
    public static final int MOST_KINDS = 1_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long FOREVER = Long.MAX_VALUE;

    private final Map<Object, Rate> rates = new ConcurrentHashMap<>();
    private final long pause;
    private final Rate others;

    private LogLimit(long pause) {
        this.pause = pause;
        this.others = new Rate(pause);
    }

    /** Creates a limit of one line for each kind. */
    public static LogLimit once() {
        return new LogLimit(FOREVER);
    }

    /**
     * Creates a limit of one line per pause for each kind.
     *
     * @param pause minimum time between two lines of a kind
     */
    public static LogLimit oncePer(Duration pause) {
        return new LogLimit(pause.toNanos());
    }

    /**
     * Returns the suffix of a line: empty, or the number of lines omitted since the last logged line of its kind, as in
     * {@code " (12 more of these in the last 60 s)"}.
     *
     * @param now the time in nanoseconds; only differences matter
     * @return {@code null} if this line must be omitted
     */
    public @Nullable String enter(Object kind, long now) {
        Rate known = rates.get(kind);
        return (known == null ? create(kind, now) : known).enter(now);
    }

    /** Whether this line is the first of its kind. Call this method only on a limit that {@link #once} created. */
    public boolean isFirst(Object kind) {
        return enter(kind, 0) != null;
    }

    /**
     * Logs the first line of a kind at the level of the line, and later ones at debug level. Call this method only on a
     * limit that {@link #once} created.
     */
    public void log(Object kind, LogLine line, Logger logger, @Nullable Throwable failure) {
        if (isFirst(kind)) {
            line.log(logger, failure);
        } else {
            line.debug(logger, failure);
        }
    }

    /**
     * Resets a kind when the problem that caused its lines is over, so that the next line counts as the first.
     *
     * @return whether there were any lines
     */
    public boolean reset(Object kind) {
        return rates.remove(kind) != null;
    }

    /** Whether there have been lines of this kind since its last reset. */
    public boolean contains(Object kind) {
        return rates.containsKey(kind);
    }

    /** The number of stored kinds. */
    int size() {
        return rates.size();
    }

    // Synchronized to enforce the maximum number of kinds. Called once per kind, except for kinds that do not fit.
    private synchronized Rate create(Object kind, long now) {
        Rate raced = rates.get(kind);
        if (raced != null) {
            return raced;
        }
        if (rates.size() >= MOST_KINDS && !others.isSilent(now, pause)) {
            return others;
        }
        if (rates.size() >= MOST_KINDS) {
            rates.values().removeIf(rate -> rate.isSilent(now, Math.max(pause, MINUTE)));
        }
        if (rates.size() >= MOST_KINDS) {
            return others;
        }
        // This code avoids a lambda, which cannot be linked when the stack is full.
        Rate created = new Rate(pause);
        rates.put(kind, created);
        return created;
    }

    private static final class Rate {

        private final long pause;
        private volatile boolean begun;
        private long last;
        private long omitted;

        Rate(long pause) {
            this.pause = pause;
        }

        @Nullable
        String enter(long now) {
            // This is called very often in an outage, so the usual case takes no lock.
            return begun && pause == FOREVER ? null : next(now);
        }

        private synchronized @Nullable String next(long now) {
            if (!isSilent(now, pause)) {
                omitted++;
                return null;
            }
            String note = omitted == 0 ? "" : " (" + omitted + " more of these in the last " + since(now) + ")";
            begun = true;
            last = now;
            omitted = 0;
            return note;
        }

        synchronized boolean isSilent(long now, long nanos) {
            return !begun || pause != FOREVER && now - last >= nanos;
        }

        // Below two minutes, the time is in seconds: a pause of one minute is "60 s", as in the Javadoc of enter.
        private String since(long now) {
            Duration passed = Duration.ofNanos(now - last);
            return passed.compareTo(Duration.ofMinutes(2)) < 0
                    ? passed.toSeconds() + " s"
                    : DurationText.rounded(passed);
        }
    }
}
