package io.backoff.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Operations that fail once, then succeed, and record how late the retry was. All operations are created before the
 * measurement.
 */
final class Operations {

    // All operations share this exception, which has no stack trace: the size of an application's exceptions is not
    // measured here.
    private static final Exception FAILURE = new Exception("first attempt", null, false, false) {
        private static final long serialVersionUID = 1L;
    };

    private final long delayNanos;
    private final CountDownLatch pending;
    private final Operation[] all;

    Operations(int count, long delayNanos) {
        this.delayNanos = delayNanos;
        this.pending = new CountDownLatch(count);
        this.all = new Operation[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Operation();
        }
    }

    Operation[] all() {
        return all;
    }

    long pending() {
        return pending.getCount();
    }

    /**
     * Waits until all operations are done.
     *
     * @return the lateness of each retry in nanoseconds, in ascending order
     */
    long[] awaitAll() throws InterruptedException {
        pending.await();
        return Stream.of(all).mapToLong(operation -> operation.late).sorted().toArray();
    }

    /** An operation that is called twice: the first attempt fails. */
    final class Operation implements Supplier<CompletableFuture<String>> {

        private long firstAttempt;
        private long late;

        @Override
        public CompletableFuture<String> get() {
            long now = System.nanoTime();
            if (firstAttempt == 0) {
                firstAttempt = now;
                return CompletableFuture.failedFuture(FAILURE);
            }
            late = now - firstAttempt - delayNanos;
            pending.countDown();
            return CompletableFuture.completedFuture("done");
        }
    }
}
