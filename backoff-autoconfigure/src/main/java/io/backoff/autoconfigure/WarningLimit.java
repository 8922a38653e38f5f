package io.backoff.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One warning a second for each kind, in bounded memory: kinds that have been silent for a minute are forgotten when
 * there are many, and those that do not fit share one warning a second.
 */
final class WarningLimit {

    /** What {@link #enter} returns for a warning that is to be left out. */
    static final long LEFT_OUT = -1;

    static final int MOST_KINDS = 1_000;

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    private final Map<Object, Rate> rates = new ConcurrentHashMap<>();
    private final Rate others = new Rate();

    /** How many of the kind were left out since its last warning, or {@link #LEFT_OUT}. */
    long enter(Object kind, long now) {
        Rate known = rates.get(kind);
        return (known == null ? create(kind, now) : known).enter(now);
    }

    /** How many kinds are remembered. */
    int size() {
        return rates.size();
    }

    // Synchronized, so that the bound holds; each kind comes here once, others as often as they do not fit.
    private synchronized Rate create(Object kind, long now) {
        if (rates.size() >= MOST_KINDS && !others.isSilent(now, SECOND)) {
            return others;
        }
        if (rates.size() >= MOST_KINDS) {
            rates.values().removeIf(each -> each.isSilent(now, MINUTE));
        }
        return rates.size() < MOST_KINDS ? rates.computeIfAbsent(kind, key -> new Rate()) : others;
    }

    private static final class Rate {

        private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
        private final AtomicLong leftOut = new AtomicLong();

        long enter(long now) {
            long before = last.get();
            if (isSilent(now, SECOND) && last.compareAndSet(before, now)) {
                return leftOut.getAndSet(0);
            }
            leftOut.incrementAndGet();
            return LEFT_OUT;
        }

        boolean isSilent(long now, long nanos) {
            long before = last.get();
            return before == Long.MIN_VALUE || now - before >= nanos;
        }
    }
}
