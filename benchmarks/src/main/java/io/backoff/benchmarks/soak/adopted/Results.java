package io.backoff.benchmarks.soak.adopted;

import io.backoff.adopt.AdoptMode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

/** Checks the result of each call, and counts calls, attempts and successes. */
final class Results {

    private final AdoptMode mode;
    private final Check check;
    private final Set<Trial> open = ConcurrentHashMap.newKeySet();
    private final Map<Adopted, Count> counts;

    Results(AdoptMode mode, Check check) {
        this.mode = mode;
        this.check = check;
        Map<Adopted, Count> all = new EnumMap<>(Adopted.class);
        for (Adopted method : Adopted.values()) {
            all.put(method, new Count(new LongAdder(), new LongAdder(), new LongAdder()));
        }
        this.counts = Collections.unmodifiableMap(all);
    }

    /** The counts of one method: its calls, their attempts, and the calls that succeeded. */
    record Count(LongAdder calls, LongAdder attempts, LongAdder successes) {}

    Count of(Adopted method) {
        Count count = counts.get(method);
        if (count == null) {
            throw new IllegalArgumentException("No count for " + method);
        }
        return count;
    }

    long calls() {
        return counts.values().stream().mapToLong(count -> count.calls.sum()).sum();
    }

    /** Calls that have not ended. */
    Set<Trial> open() {
        return open;
    }

    void opened(Trial call) {
        open.add(call);
        of(call.method).calls.increment();
    }

    void ended(Trial call, @Nullable Object value, @Nullable Throwable failure) {
        check.unless(call.end(), "ended again, with result %s or failure %s: %s", value, failure, call);
        if (failure == null) {
            of(call.method).successes.increment();
            check.unless(value == call && call.last() == null, "returned %s from %s", value, call);
        } else {
            Throwable thrown = isWrapper(failure) ? failure.getCause() : failure;
            check.unless(thrown == call.last(), "%s instead of %s from %s", thrown, call.last(), call);
        }
        of(call.method).attempts.add(call.attempts());
        checkAttempts(call);
        open.remove(call);
    }

    /**
     * Whether the failure wraps an attempt's failure. Futures wrap failures, and so does Reactor when Spring Framework
     * retries.
     */
    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException || Exceptions.isRetryExhausted(failure);
    }

    private void checkAttempts(Trial call) {
        int planned = Math.min(call.failures + 1, Adopted.ATTEMPTS);
        if (mode != AdoptMode.GOVERN) {
            check.unless(call.attempts() == planned, "%d attempts should be made: %s", planned, call);
        } else if (call.overloaded && call.failures > 0) {
            check.unless(call.attempts() == 1, "a retry after an overload: %s", call);
        } else {
            check.unless(call.attempts() <= planned, "more than %d attempts: %s", planned, call);
        }
    }
}
