package io.backoff.idempotency.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.engine.CallerTransactions;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.ForwardingStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store that stalls grants a claim when most of its lease has passed. */
class LateClaimTests {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final OperationId ORDER = OperationId.of("shop", "order", null, "1");

    private final FakeTime time = new FakeTime();
    private final List<IdempotencyOutcome> outcomes = new ArrayList<>();
    private final StalledStore store = new StalledStore();
    private final IdempotencyService service = new IdempotencyService(
            store,
            new IdempotencyService.KeyLimits(LEASE, Duration.ofHours(1), 1_000),
            time,
            new IdempotencyService.Surroundings(
                    Runnable::run, Runnable::run, Runnable::run, CallerTransactions.NONE, outcomes::add));

    @Test
    void isNotCarriedOutWhenAnotherCallMayHaveIt() {
        store.stall = LEASE;
        assertThatExceptionOfType(OperationInProgressException.class)
                .isThrownBy(this::claim)
                .satisfies(busy -> assertThat(busy.retryAfter()).isPositive());
        assertThat(outcomes).containsExactly(IdempotencyOutcome.IN_PROGRESS);
    }

    @Test
    void hasAFullLeaseAgain() {
        store.stall = LEASE.minusSeconds(1);
        claim();
        store.stall = Duration.ZERO;
        time.advance(Duration.ofSeconds(2));
        assertThatExceptionOfType(OperationInProgressException.class).isThrownBy(this::claim);
    }

    @Test
    void isNotRenewedWithoutAStall() {
        claim();
        assertThat(store.renewals).isZero();
    }

    @Test
    void failsIfTheStoreCannotRenewIt() {
        store.stall = LEASE;
        store.failing = true;
        assertThatExceptionOfType(IdempotencyService.KeyStoreException.class).isThrownBy(this::claim);
        assertThat(outcomes).containsExactly(IdempotencyOutcome.STORE_ERROR);
    }

    private ClaimResult claim() {
        return service.claim(ORDER, "fingerprint");
    }

    private final class StalledStore extends ForwardingStore {

        private Duration stall = Duration.ZERO;
        private boolean failing;
        private int renewals;

        StalledStore() {
            super(new MemoryStore(time));
        }

        /** Responds after the stall. */
        @Override
        public Claim claim(ClaimRequest request) {
            Claim claim = super.claim(request);
            time.advance(stall);
            return claim;
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            renewals++;
            if (failing) {
                throw new IllegalStateException("The store is down");
            }
            return super.renew(token, lease);
        }
    }
}
