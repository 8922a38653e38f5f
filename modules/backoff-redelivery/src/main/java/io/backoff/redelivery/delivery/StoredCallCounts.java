package io.backoff.redelivery.delivery;

import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts stored calls for meters. Queries the database at most once in five seconds for all meters, and waits at most
 * two seconds for the result.
 */
public final class StoredCallCounts {

    private static final Logger logger = SpringLogger.of(StoredCallCounts.class);

    private static final LogMessage NOT_COUNTED =
            LogMessage.warning("Stored calls cannot be counted; their meters are NaN until the next success");

    private static final Duration FRESH = Duration.ofSeconds(5);

    /** The longest wait for the database. The usual timeout of a scrape is ten seconds. */
    private static final long TIMEOUT_SECONDS = 2;

    private final CallTable table;
    private final Executor threads;
    private final TimeSource time;
    private @Nullable CompletableFuture<List<CallTable.Count>> reading;
    private @Nullable List<CallTable.Count> counts;
    private long readAt;
    private boolean everRead;
    private final LogLimit once = LogLimit.once();

    public StoredCallCounts(CallTable table, Executor threads, TimeSource time) {
        this.table = table;
        this.threads = threads;
        this.time = time;
    }

    /** Returns an executor whose threads may wait for a database. */
    public Executor threads() {
        return threads;
    }

    /**
     * Returns how many calls of the methods with these keys are stored under a task; NaN while the database cannot be
     * read.
     */
    double calls(String task, Predicate<String> keys) {
        List<CallTable.Count> known = get();
        return known == null
                ? Double.NaN
                : known.stream()
                        .filter(count -> count.task().equals(task) && keys.test(count.key()))
                        .mapToLong(CallTable.Count::calls)
                        .sum();
    }

    /**
     * Returns how many seconds ago the oldest waiting call was stored, among the methods with these keys; 0 if no call
     * waits, NaN while the database cannot be read.
     */
    double oldest(Predicate<String> keys) {
        List<CallTable.Count> known = get();
        Instant now = time.instant();
        return known == null
                ? Double.NaN
                : known.stream()
                        .filter(count -> count.task().equals(CallStore.TASK) && keys.test(count.key()))
                        .map(CallTable.Count::since)
                        .filter(Objects::nonNull)
                        .mapToDouble(since -> Duration.between(since, now).toMillis() / 1e3)
                        .reduce(0, Math::max);
    }

    private synchronized @Nullable List<CallTable.Count> get() {
        long now = time.nanoTime();
        if (!everRead || now - readAt >= FRESH.toNanos()) {
            counts = read();
            everRead = true;
            readAt = now;
        }
        return counts;
    }

    private @Nullable List<CallTable.Count> read() {
        CompletableFuture<List<CallTable.Count>> pending = reading;
        try {
            pending = pending == null ? CompletableFuture.supplyAsync(table::counts, threads) : pending;
            reading = pending;
            List<CallTable.Count> read = pending.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            reading = null;
            once.reset(this);
            return read;
        } catch (TimeoutException slow) {
            // The query continues, and the next reading waits for it again: another query would not be faster.
            warn(slow);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException failure) {
            reading = null;
            warn(failure);
        }
        return null;
    }

    private void warn(Exception failure) {
        once.log(this, NOT_COUNTED.with(), logger, failure);
    }
}
