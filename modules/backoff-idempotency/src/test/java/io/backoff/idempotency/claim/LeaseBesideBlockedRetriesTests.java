package io.backoff.idempotency.claim;

import static org.awaitility.Awaitility.await;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Shutdown;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.ForwardingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation would run twice if its lease expired while retries block all threads of the clock. */
class LeaseBesideBlockedRetriesTests {

    private static final Duration LEASE = Duration.ofMillis(30);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isRenewed(boolean blocks) {
        var unblocked = new CountDownLatch(1);
        try (var time = new SystemTimeSource(new Shutdown(), blockedUntil(unblocked))) {
            var store = new CountingStore(new MemoryStore(time), blocks);
            var operation = (OwnClaim) service(store, time).claim(OperationId.of("shop", "order", null, "1"), "");
            await().until(() -> store.renewals.get() > 1);
            operation.keep(StoredOutcome.returned("done"), false);
        } finally {
            unblocked.countDown();
        }
    }

    private static ExecutorService blockedUntil(CountDownLatch unblocked) {
        ExecutorService retries = Executors.newSingleThreadExecutor();
        retries.submit(() -> unblocked.await(20, TimeUnit.SECONDS));
        return retries;
    }

    private static IdempotencyService service(IdempotencyStore store, SystemTimeSource time) {
        return new IdempotencyService(
                store,
                new IdempotencyService.KeyLimits(LEASE, Duration.ofHours(1), 1_000),
                time,
                new IdempotencyService.Surroundings(
                        Runnable::run, ForkJoinPool.commonPool(), Runnable::run, CallerTransactions.NONE, end -> {}));
    }

    private static final class CountingStore extends ForwardingStore {

        private final boolean blocks;
        private final AtomicInteger renewals = new AtomicInteger();

        CountingStore(IdempotencyStore store, boolean blocks) {
            super(store);
            this.blocks = blocks;
        }

        @Override
        public boolean blocks() {
            return blocks;
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            renewals.incrementAndGet();
            return super.renew(token, lease);
        }
    }
}
