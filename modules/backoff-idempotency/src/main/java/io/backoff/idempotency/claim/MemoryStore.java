package io.backoff.idempotency.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.backoff.engine.TimeSource;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores keys in the memory of this process, at most about 64 MB. Beyond that size, the results that are used least are
 * evicted, but never operations in progress.
 */
public final class MemoryStore implements IdempotencyStore {

    private static final long MOST_BYTES = 64L << 20;
    // The approximate size of an entry without its result.
    private static final int ENTRY_BYTES = 512;

    private final Cache<String, Entry> entries;
    private final TimeSource time;

    public MemoryStore(TimeSource time) {
        this(time, MOST_BYTES);
    }

    MemoryStore(TimeSource time, long mostBytes) {
        this.time = time;
        this.entries = Caffeine.newBuilder()
                .ticker(time::nanoTime)
                .executor(Runnable::run)
                .expireAfter(Expiry.writing((String key, Entry entry) -> entry.lasting))
                .maximumWeight(mostBytes)
                .weigher((String key, Entry entry) -> entry.weight())
                .build();
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        Entry mine = new Entry(request.fingerprint(), request.owner(), null, time.nanoTime(), request.lease());
        // An entry expires at the end of its lease or of its time to live.
        Entry there = entries.asMap().putIfAbsent(request.id().digest(), mine);
        return there == null
                ? new Claim.Granted(1)
                : new Claim.Taken(there.fingerprint, there.outcome, there.left(time.nanoTime()));
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return replace(token, entry -> entry.ending(null, token.owner(), time.nanoTime(), lease));
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return replace(token, entry -> entry.ending(outcome, null, time.nanoTime(), ttl));
    }

    @Override
    public boolean release(ClaimToken token) {
        return replace(token, entry -> null);
    }

    // This code does not use compute(), which would count an unchanged entry as written, and so extend its time to
    // live.
    private boolean replace(ClaimToken token, Update update) {
        ConcurrentMap<String, Entry> map = entries.asMap();
        String id = token.id().digest();
        for (Entry entry = map.get(id); entry != null && entry.isOwnedBy(token); entry = map.get(id)) {
            Entry next = update.apply(entry);
            if (next == null ? map.remove(id, entry) : map.replace(id, entry, next)) {
                return true;
            }
        }
        return false;
    }

    /** Computes the next entry; {@code null} removes the current one. */
    private interface Update {

        @Nullable
        Entry apply(Entry entry);
    }

    /**
     * The state of an operation.
     *
     * @param owner token of the call in progress; {@code null} when the operation has ended
     * @param since the time at which the entry was written, as a reading of the monotonic clock
     * @param lasting the period for which the entry is valid, beginning at {@code since}
     */
    private record Entry(
            String fingerprint,
            @Nullable String owner,
            @Nullable StoredOutcome outcome,
            long since,
            Duration lasting) {

        boolean isOwnedBy(ClaimToken token) {
            return token.owner().equals(owner);
        }

        Entry ending(@Nullable StoredOutcome with, @Nullable String by, long now, Duration duration) {
            return new Entry(fingerprint, by, with, now, duration);
        }

        Duration left(long now) {
            return outcome != null ? Duration.ZERO : lasting.minusNanos(now - since);
        }

        int weight() {
            if (outcome == null) {
                return 0;
            }
            String content = outcome.content();
            return ENTRY_BYTES + (content == null ? 0 : content.length());
        }
    }
}
