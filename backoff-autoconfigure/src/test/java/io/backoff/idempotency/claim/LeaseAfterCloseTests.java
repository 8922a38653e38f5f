package io.backoff.idempotency.claim;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.Shutdown;
import io.backoff.engine.time.SystemTime;
import io.backoff.idempotency.ForwardingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clock that leases are renewed by is closed with the application, which operations may outlast. */
@Timeout(30)
class LeaseAfterCloseTests {

    private final SystemTime time = new SystemTime(new Shutdown(), Runnable::run);
    private final List<IdempotencyOutcome> outcomes = new ArrayList<>();
    private final CountingStore store = new CountingStore(new MemoryStore(time));
    private final Gate gate = new Gate(
            store,
            new Gate.Limits(Duration.ofHours(1), Duration.ofHours(1), 1_000),
            time,
            new Gate.Surroundings(Runnable::run, Runnable::run, SurroundingTransaction.NONE, outcomes::add));

    @Test
    void isRenewedOnceMore() {
        RunningOperation operation = admit();
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

    private RunningOperation admit() {
        return (RunningOperation) gate.admit(OperationId.of("shop", "order", null, "1"), "fingerprint");
    }

    private void assertIsKept(RunningOperation operation) {
        operation.keep(StoredOutcome.returned("done"));
        assertThat(outcomes).containsExactly(EXECUTED);
    }

    private static final class CountingStore extends ForwardingStore {

        private int renewals;

        CountingStore(IdempotencyStore store) {
            super(store);
        }

        @Override
        public boolean renew(Ticket ticket, Duration lease) {
            renewals++;
            return super.renew(ticket, lease);
        }
    }
}
