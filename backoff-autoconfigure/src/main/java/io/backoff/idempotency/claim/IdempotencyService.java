package io.backoff.idempotency.claim;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Executor;

/** Lets one call of an operation through, and answers its duplicates. */
public final class IdempotencyService {

    private final IdempotencyStore store;
    private final Limits limits;
    private final TimeSource time;
    private final Surroundings surroundings;
    private final LeaseLog log;

    IdempotencyService(IdempotencyStore store, Limits limits, TimeSource time, Surroundings surroundings) {
        this.store = store;
        this.limits = limits;
        this.time = time;
        this.surroundings = surroundings;
        this.log = new LeaseLog(time);
    }

    /**
     * Times and sizes.
     *
     * @param lease how long a claim lasts unless it is renewed
     * @param ttl how long an outcome is known
     * @param maxResultSize longest result that is kept, in bytes
     */
    public record Limits(Duration lease, Duration ttl, long maxResultSize) {}

    /**
     * What is around operations.
     *
     * @param executor takes work that waits for the store
     * @param renewals takes the renewal of leases, which must not wait for other work
     * @param transaction the transaction that an operation may be part of
     * @param meters where calls are counted
     */
    record Surroundings(
            Executor executor, Executor renewals, SurroundingTransaction transaction, IdempotencyMeters meters) {}

    public IdempotencyStore store() {
        return store;
    }

    public Limits limits() {
        return limits;
    }

    TimeSource time() {
        return time;
    }

    LeaseLog log() {
        return log;
    }

    SurroundingTransaction transaction() {
        return surroundings.transaction();
    }

    /** Runs what waits for the store, where nobody waits for it if it can take long. */
    public void execute(Runnable work) {
        execute(surroundings.executor(), work);
    }

    /** Runs what renews a lease, apart from work that may wait until the lease is over. */
    void executeRenewal(Runnable work) {
        execute(surroundings.renewals(), work);
    }

    private void execute(Executor executor, Runnable work) {
        if (store.blocks()) {
            executor.execute(work);
        } else {
            work.run();
        }
    }

    /**
     * Asks to carry out an operation.
     *
     * @throws OperationInProgressException if another call does
     * @throws IdempotencyKeyReusedException if another call had other arguments
     * @throws StoreFailure if the store failed: the operation must not be carried out then
     */
    public ClaimResult admit(OperationId id, String fingerprint) {
        ClaimRequest request = new ClaimRequest(id, fingerprint, token(), limits.lease(), limits.ttl());
        long asked = time.nanoTime();
        Claim claim;
        try {
            claim = store.claim(request);
        } catch (OperationInProgressException busy) {
            count(IdempotencyOutcome.IN_PROGRESS);
            throw busy;
        } catch (RuntimeException failure) {
            count(IdempotencyOutcome.STORE_ERROR);
            throw new StoreFailure(failure);
        }
        if (claim instanceof Claim.Granted granted) {
            return new HeldClaim(this, request.ticket(granted), asked);
        }
        return repeated(id, fingerprint, (Claim.Taken) claim);
    }

    private ClaimResult.Repeated repeated(OperationId id, String fingerprint, Claim.Taken taken) {
        if (taken.fingerprint() != null && !taken.fingerprint().equals(fingerprint)) {
            count(IdempotencyOutcome.REUSED);
            throw new IdempotencyKeyReusedException(id.operation());
        }
        StoredOutcome outcome = taken.outcome();
        if (outcome == null) {
            count(IdempotencyOutcome.IN_PROGRESS);
            throw new OperationInProgressException(id.operation(), hint(taken.leaseLeft()));
        }
        count(IdempotencyOutcome.REPLAYED);
        return new ClaimResult.Repeated(outcome);
    }

    /** When to come again: most operations take far less than their lease. */
    private static Duration hint(Duration leaseLeft) {
        Duration longest = Duration.ofSeconds(1);
        return leaseLeft.isNegative() || leaseLeft.compareTo(longest) > 0 ? longest : leaseLeft;
    }

    private String token() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(time.random().nextLong())
                + hex.toHexDigits(time.random().nextLong());
    }

    /** Wraps what a store throws, on its way to who knows what to make of it. */
    public static final class StoreFailure extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final RuntimeException failure;

        StoreFailure(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }

        public RuntimeException failure() {
            return failure;
        }
    }

    /** Counts a call. */
    void count(IdempotencyOutcome outcome) {
        SafeMeters.record(() -> surroundings.meters().ended(outcome));
    }
}
