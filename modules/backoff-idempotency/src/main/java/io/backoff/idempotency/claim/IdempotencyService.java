package io.backoff.idempotency.claim;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Executor;

/** Claims operations: lets one call execute an operation, and finds the outcome for its duplicates. */
public final class IdempotencyService {

    private static final Logger logger = SpringLogger.of(IdempotencyService.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Claim.Granted FIRST = new Claim.Granted(1);

    private final IdempotencyStore store;
    private final KeyLimits limits;
    private final TimeSource time;
    private final Surroundings surroundings;
    private final LeaseLog log;

    IdempotencyService(IdempotencyStore store, KeyLimits limits, TimeSource time, Surroundings surroundings) {
        this.store = store;
        this.limits = limits;
        this.time = time;
        this.surroundings = surroundings;
        this.log = new LeaseLog(time);
    }

    /**
     * The limits of claims and outcomes.
     *
     * @param lease duration of a claim unless it is renewed
     * @param ttl time for which an outcome is stored
     * @param maxResultSize maximum size of a stored result, in bytes
     */
    public record KeyLimits(Duration lease, Duration ttl, long maxResultSize) {}

    /**
     * The collaborators of a service.
     *
     * @param executor runs work that blocks on the store
     * @param renewals runs renewals of leases, which must not wait for other work
     * @param releases runs releases for which no call waits. They may wait for the store for a long time, so the
     *     executor should limit how many run at the same time
     * @param transaction the transaction around an operation, if any
     * @param meters counts calls
     */
    record Surroundings(
            Executor executor,
            Executor renewals,
            Executor releases,
            CallerTransactions transaction,
            IdempotencyMeters meters) {}

    public IdempotencyStore store() {
        return store;
    }

    public KeyLimits limits() {
        return limits;
    }

    TimeSource time() {
        return time;
    }

    LeaseLog log() {
        return log;
    }

    CallerTransactions transaction() {
        return surroundings.transaction();
    }

    /** Runs work that uses the store: on the executor if the store blocks, otherwise on this thread. */
    public void execute(Runnable work) {
        execute(surroundings.executor(), work);
    }

    /**
     * Runs a renewal like {@link #execute(Runnable)}, but with a separate executor, because other work may block the
     * usual one until the lease has expired. The timer's thread calls this method, so that blocked retries do not delay
     * a renewal either. If the store does not block, the renewal runs on that thread.
     */
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
     * Claims an operation.
     *
     * @throws OperationInProgressException if another call is executing the operation
     * @throws IdempotencyKeyReusedException if the key was used by a call with other arguments
     * @throws KeyStoreException if the store failed; the operation must then not be executed
     */
    public ClaimResult claim(OperationId id, String fingerprint) {
        ClaimRequest request = new ClaimRequest(id, fingerprint, newOwner(), limits.lease(), limits.ttl());
        long asked = time.nanoTime();
        Claim claim = claim(request, asked);
        return claim instanceof Claim.Granted granted
                ? granted(request.token(granted), asked)
                : repeated(id, fingerprint, (Claim.Taken) claim);
    }

    /**
     * Returns the granted claim. Renews its lease immediately if the store's response took at least a third of the
     * lease. Without this renewal, the lease could expire before its first regular renewal, and another call could execute the
     * operation too.
     */
    private OwnClaim granted(ClaimToken token, long asked) {
        long now = time.nanoTime();
        boolean late = !store.joinsTransaction()
                && now - asked >= limits.lease().dividedBy(3).toNanos();
        if (late && !renew(token, now)) {
            count(IdempotencyOutcome.IN_PROGRESS);
            throw new OperationInProgressException(token.id().operation(), LONGEST_WAIT);
        }
        return new OwnClaim(this, token, late ? now : asked);
    }

    private boolean renew(ClaimToken token, long asked) {
        try {
            return store.renew(token, limits.lease());
        } catch (RuntimeException failure) {
            throw failed(token, asked, failure);
        }
    }

    private Claim claim(ClaimRequest request, long asked) {
        try {
            return store.claim(request);
        } catch (OperationInProgressException busy) {
            count(IdempotencyOutcome.IN_PROGRESS);
            throw busy;
        } catch (RuntimeException failure) {
            throw failed(request.token(FIRST), asked, failure);
        }
    }

    /**
     * Returns the failure of a claim. The store may have granted the claim although its response did not arrive. Such a
     * claim would block the key until its lease expires, so it is released in the background. The release has no effect
     * if it fails, or if it reaches the store before the claim. It also has no effect if the claim replaced an earlier
     * one, because only the lost response contains the number of the new claim. In these cases, the claim ends when its
     * lease expires.
     */
    private KeyStoreException failed(ClaimToken token, long asked, RuntimeException failure) {
        count(IdempotencyOutcome.STORE_ERROR);
        if (!store.joinsTransaction()) {
            execute(surroundings.releases(), () -> release(token, asked));
        }
        return new KeyStoreException(failure);
    }

    private void release(ClaimToken token, long asked) {
        // Releases that have waited for longer than the lease are dropped, so that they do not pile up in an outage.
        if (time.nanoTime() - asked < limits.lease().toNanos()) {
            try {
                store.release(token);
            } catch (RuntimeException failure) {
                logger.log(Level.DEBUG, "A claim whose response was lost could not be released", failure);
            }
        }
    }

    private ClaimResult.Repeated repeated(OperationId id, String fingerprint, Claim.Taken taken) {
        checkFingerprint(id, fingerprint, taken);
        StoredOutcome outcome = taken.outcome();
        if (outcome == null) {
            count(IdempotencyOutcome.IN_PROGRESS);
            throw new OperationInProgressException(id.operation(), retryAfter(taken.leaseLeft()));
        }
        count(IdempotencyOutcome.REPLAYED);
        return new ClaimResult.Repeated(outcome);
    }

    private void checkFingerprint(OperationId id, String fingerprint, Claim.Taken taken) {
        if (taken.fingerprint() != null && !taken.fingerprint().equals(fingerprint)) {
            count(IdempotencyOutcome.REUSED);
            throw new IdempotencyKeyReusedException(id.operation());
        }
    }

    /**
     * Computes the Retry-After delay for a duplicate: at most a second, because most operations take far less time than
     * their lease.
     */
    private static Duration retryAfter(Duration leaseLeft) {
        return leaseLeft.isNegative() || leaseLeft.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : leaseLeft;
    }

    private String newOwner() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(time.random().nextLong())
                + hex.toHexDigits(time.random().nextLong());
    }

    /** Wraps an exception from the store, so that the caller can recognize and translate it. */
    public static final class KeyStoreException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final RuntimeException failure;

        KeyStoreException(RuntimeException failure) {
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
