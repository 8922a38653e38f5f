package io.backoff.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Operations that fail once, then succeed, and note how late that was. Made before anything is measured. */
final class Operations {

    // One for all, without a stack: what the exceptions of an application weigh is not the matter here.
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

    /** Waits until all are done; how long, in nanoseconds, each retry was made after it was due, shortest first. */
    long[] awaitAll() throws InterruptedException {
        pending.await();
        return Stream.of(all).mapToLong(each -> each.late).sorted().toArray();
    }

    /** Made twice: the first attempt fails. */
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
