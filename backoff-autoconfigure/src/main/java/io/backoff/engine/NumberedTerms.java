package io.backoff.engine;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Terms by number, for who must not keep them from the garbage collector. Of those that it has collected, the numbers are
 * forgotten when the next get theirs.
 */
final class NumberedTerms {

    private static final AtomicLong LAST = new AtomicLong();
    private static final Map<Long, Entry> ALL = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Terms> COLLECTED = new ReferenceQueue<>();

    private NumberedTerms() {}

    /** The number of these from now on; never 0. */
    static long add(Terms terms) {
        forgetCollected();
        long number = LAST.incrementAndGet();
        ALL.put(number, new Entry(number, terms));
        return number;
    }

    /** The terms of that number, unless nobody needs them any more. */
    static @Nullable Terms get(long number) {
        Entry entry = ALL.get(number);
        return entry == null ? null : entry.get();
    }

    private static void forgetCollected() {
        for (Reference<?> each = COLLECTED.poll(); each != null; each = COLLECTED.poll()) {
            ALL.remove(((Entry) each).number);
        }
    }

    private static final class Entry extends WeakReference<Terms> {

        private final long number;

        Entry(long number, Terms terms) {
            super(terms, COLLECTED);
            this.number = number;
        }
    }
}
