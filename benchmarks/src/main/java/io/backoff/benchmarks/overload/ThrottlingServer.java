package io.backoff.benchmarks.overload;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A server that rejects the first request of each client with status 429. Each later request is called a return: a
 * client comes back. The server accepts a limited number of returns per tenth of a second, and rejects the others with
 * status 429 too. It responds immediately.
 */
final class ThrottlingServer {

    /** The number of requests that the server accepts per tenth of a second. */
    static final int LIMIT = 200;

    private static final Duration TENTH = Duration.ofMillis(100);

    private final TimeSource time;
    private final long start;
    private final Duration retryAfter;
    private final Map<Long, Integer> returns = new HashMap<>();
    private int clients;

    /**
     * Creates a server.
     *
     * @param clients the number of clients; the server rejects this many requests at the start, and does not count them
     *     as returns
     * @param retryAfter the {@code Retry-After} of the rejections; zero for none
     */
    ThrottlingServer(TimeSource time, int clients, Duration retryAfter) {
        this.time = time;
        this.start = time.nanoTime();
        this.clients = clients;
        this.retryAfter = retryAfter;
    }

    CompletableFuture<String> request() {
        return accepts()
                ? CompletableFuture.completedFuture("done")
                : CompletableFuture.failedFuture(new TooManyRequests(retryAfter));
    }

    /** When the first client returned, rounded down to a tenth of a second. */
    Duration firstReturn() {
        return TENTH.multipliedBy(Collections.min(returns.keySet()));
    }

    /** The largest number of returns in any tenth of a second. */
    int peak() {
        return Collections.max(returns.values());
    }

    private boolean accepts() {
        if (clients > 0) {
            clients--;
            return false;
        }
        long tenth = (time.nanoTime() - start) / TENTH.toNanos();
        return returns.merge(tenth, 1, Integer::sum) <= LIMIT;
    }
}
