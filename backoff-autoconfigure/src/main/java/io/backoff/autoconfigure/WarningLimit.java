package io.backoff.autoconfigure;

import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits warnings to one per pause for each kind, in bounded memory. If there are many kinds, those that have been
 * silent for a minute, or for the pause if that is longer, are removed. Kinds that do not fit share one warning per pause.
 */
public final class WarningLimit {

    static final int MOST_KINDS = 1_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Map<Object, Rate> rates = new ConcurrentHashMap<>();
    private final long pause;
    private final Rate others;

    /**
     * Creates a limit that has seen no warning.
     *
     * @param pause least time between two warnings of a kind
     */
    public WarningLimit(Duration pause) {
        this.pause = pause.toNanos();
        this.others = new Rate(this.pause);
    }

    /**
     * The end of the warning: empty, or the number of warnings omitted since the last of its kind, as in
     * {@code " (12 more of these in the last 60 s)"}.
     *
     * @return {@code null} if the warning is to be omitted
     */
    public @Nullable String enter(Object kind, long now) {
        Rate known = rates.get(kind);
        return (known == null ? create(kind, now) : known).enter(now);
    }

    /** The number of kinds that are stored. */
    int size() {
        return rates.size();
    }

    // Synchronized to keep the bound. Each kind comes here once, unless it does not fit.
    private synchronized Rate create(Object kind, long now) {
        if (rates.size() >= MOST_KINDS && !others.isSilent(now, pause)) {
            return others;
        }
        if (rates.size() >= MOST_KINDS) {
            rates.values().removeIf(each -> each.isSilent(now, Math.max(pause, MINUTE)));
        }
        return rates.size() < MOST_KINDS ? rates.computeIfAbsent(kind, key -> new Rate(pause)) : others;
    }

    private static final class Rate {

        private final long pause;
        private boolean begun;
        private long last;
        private long omitted;

        Rate(long pause) {
            this.pause = pause;
        }

        synchronized @Nullable String enter(long now) {
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
            return !begun || now - last >= nanos;
        }

        // In seconds up to two minutes: the documentation states the pause between two warnings as 60 s.
        private String since(long now) {
            Duration passed = Duration.ofNanos(now - last);
            return passed.compareTo(Duration.ofMinutes(2)) < 0
                    ? passed.toSeconds() + " s"
                    : DurationText.rounded(passed);
        }
    }
}
