package io.backoff.idempotency.claim;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Shutdown;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.ForwardingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clock that schedules renewals is closed with the application, but operations may outlast it. */
@Timeout(30)
class LeaseAfterCloseTests {

    private final SystemTimeSource time = new SystemTimeSource(new Shutdown(), Runnable::run);
    private final List<IdempotencyOutcome> outcomes = new ArrayList<>();
    private final CountingStore store = new CountingStore(new MemoryStore(time));
    private final IdempotencyService service = new IdempotencyService(
            store,
            new IdempotencyService.KeyLimits(Duration.ofHours(1), Duration.ofHours(1), 1_000),
            time,
            new IdempotencyService.Surroundings(
                    Runnable::run, Runnable::run, Runnable::run, CallerTransactions.NONE, outcomes::add));

    @Test
    void isRenewedOnceMore() {
        OwnClaim operation = admit();
        time.close();
        assertThat(store.renewals).isOne();
        assertIsKept(operation);
    }

    @Test
    void isNotNeededToBegin() {
        time.close();
        assertIsKept(admit());
        assertThat(store.renewals).isZero();
    }

    private OwnClaim admit() {
        return (OwnClaim) service.claim(OperationId.of("shop", "order", null, "1"), "fingerprint");
    }

    private void assertIsKept(OwnClaim operation) {
        operation.keep(StoredOutcome.returned("done"), false);
        assertThat(outcomes).containsExactly(EXECUTED);
    }

    private static final class CountingStore extends ForwardingStore {

        private int renewals;

        CountingStore(IdempotencyStore store) {
            super(store);
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            renewals++;
            return super.renew(token, lease);
        }
    }
}
