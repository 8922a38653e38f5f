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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store grants a claim, but its response does not arrive. */
class LostClaimTests {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final OperationId ORDER = OperationId.of("shop", "order", null, "1");

    private final FakeTime time = new FakeTime();
    private final List<IdempotencyOutcome> outcomes = new ArrayList<>();
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final LosingStore store = new LosingStore();
    private final IdempotencyService service = new IdempotencyService(
            store,
            new IdempotencyService.KeyLimits(LEASE, Duration.ofHours(1), 1_000),
            time,
            new IdempotencyService.Surroundings(
                    Runnable::run, Runnable::run, background::add, CallerTransactions.NONE, outcomes::add));

    @Test
    void isReleasedInTheBackground() {
        claimIsLost();
        background.remove().run();
        assertThat(claim()).isInstanceOf(OwnClaim.class);
        assertThat(outcomes).containsExactly(IdempotencyOutcome.STORE_ERROR);
    }

    @Test
    void endsWithItsLeaseIfItCannotBeReleased() {
        claimIsLost();
        store.failing = true;
        background.remove().run();
        store.failing = false;
        assertThatExceptionOfType(OperationInProgressException.class).isThrownBy(this::claim);
        time.advance(LEASE);
        assertThat(claim()).isInstanceOf(OwnClaim.class);
    }

    @Test
    void isNotReleasedWhenItsLeaseIsOver() {
        claimIsLost();
        time.advance(LEASE);
        background.remove().run();
        assertThat(store.releases).isZero();
    }

    @Test
    void releasesNoClaimOfAnotherCall() {
        var other = claim();
        store.losing = true;
        assertThatExceptionOfType(IdempotencyService.KeyStoreException.class).isThrownBy(this::claim);
        store.losing = false;
        background.remove().run();
        assertThat(other).isInstanceOf(OwnClaim.class);
        assertThatExceptionOfType(OperationInProgressException.class).isThrownBy(this::claim);
    }

    @Test
    void belongsToTheTransactionIfTheStoreJoinsIt() {
        store.joining = true;
        claimIsLost();
        assertThat(background).isEmpty();
    }

    private void claimIsLost() {
        store.losing = true;
        assertThatExceptionOfType(IdempotencyService.KeyStoreException.class).isThrownBy(this::claim);
        store.losing = false;
    }

    private ClaimResult claim() {
        return service.claim(ORDER, "fingerprint");
    }

    private final class LosingStore extends ForwardingStore {

        private boolean losing;
        private boolean failing;
        private boolean joining;
        private int releases;

        LosingStore() {
            super(new MemoryStore(time));
        }

        @Override
        public boolean blocks() {
            return true;
        }

        @Override
        public boolean joinsTransaction() {
            return joining;
        }

        @Override
        public Claim claim(ClaimRequest request) {
            Claim claim = super.claim(request);
            if (losing) {
                throw new IllegalStateException("timeout");
            }
            return claim;
        }

        @Override
        public boolean release(ClaimToken token) {
            releases++;
            if (failing) {
                throw new IllegalStateException("down");
            }
            return super.release(token);
        }
    }
}
