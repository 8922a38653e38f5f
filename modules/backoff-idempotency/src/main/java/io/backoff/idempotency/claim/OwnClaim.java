package io.backoff.idempotency.claim;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.time.Repeater;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A claim owned by the call that executes the operation. Its lease is renewed until the claim ends or the application
 * has stopped.
 *
 * <p>A failure of the store does not fail the call if the operation has already taken effect. But a transaction that
 * has not committed yet is rolled back if the lease is lost, or if the outcome is part of the transaction and cannot be
 * stored.
 */
public final class OwnClaim implements ClaimResult {

    private final IdempotencyService service;
    private final ClaimToken token;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean ending;
    private volatile boolean lost;
    // The start of the last lease that the store is known to have granted.
    private volatile long leaseBegan;
    private final Repeater renewal;

    /**
     * Creates a granted claim, and renews it unless the store joins the transaction.
     *
     * @param claimed the time of the request for the claim, as a reading of the monotonic clock
     */
    OwnClaim(IdempotencyService service, ClaimToken token, long claimed) {
        this.service = service;
        this.token = token;
        this.leaseBegan = claimed;
        this.renewal =
                new Repeater(new Renewal(), Repeater.Schedule.inBackground(service.time(), service::executeRenewal));
        if (!service.store().joinsTransaction()) {
            renewal.start(third());
        }
    }

    /**
     * Ends the claim with the outcome for duplicates.
     *
     * @param independent whether the operation stays in effect if the current transaction is rolled back; if so, the
     *     outcome is stored immediately
     * @throws LeaseLostException if the claim is lost; the exception rolls back the transaction around the operation
     */
    public void keep(StoredOutcome outcome, boolean independent) {
        if (ended.compareAndSet(false, true)) {
            if (service.store().joinsTransaction()) {
                keepInTransaction(outcome);
            } else if (independent) {
                keep(outcome, CallerTransactions.Ending.COMMITTED);
            } else {
                keepWithTransaction(outcome);
            }
        }
    }

    // The outcome is stored after the surrounding transaction has ended, because a rollback would undo the operation.
    private void keepWithTransaction(StoredOutcome outcome) {
        boolean open = service.transaction().beforeCommit(this::checkLease);
        service.transaction().whenEnded(end -> keep(outcome, end));
        if (open && lost) {
            throw leaseLost();
        }
    }

    // If the lease cannot be renewed and has expired, it counts as lost, because another call may have taken over the
    // operation.
    private void checkLease() {
        if (!renewed() && isOver()) {
            reportLost();
        }
        if (lost) {
            throw leaseLost();
        }
    }

    private boolean isOver() {
        return service.time().nanoTime() - leaseBegan
                >= service.limits().lease().toNanos();
    }

    /** Releases the claim of a failed operation, so that the next call may execute it. */
    public void release() {
        if (ended.compareAndSet(false, true)) {
            releaseNow();
        }
    }

    private void keepInTransaction(StoredOutcome outcome) {
        if (!completeInTransaction(outcome)) {
            rollBack();
        }
        service.transaction()
                .whenEnded(ending -> service.count(
                        ending == CallerTransactions.Ending.ROLLED_BACK
                                ? IdempotencyOutcome.RELEASED
                                : IdempotencyOutcome.EXECUTED));
    }

    private boolean completeInTransaction(StoredOutcome outcome) {
        try {
            return complete(outcome);
        } catch (RuntimeException | Error failure) {
            service.count(IdempotencyOutcome.STORE_ERROR);
            service.log().notStoredInTransaction(token, failure);
            // The transaction must not commit without the outcome, even if a caller catches the exception.
            service.transaction().beforeCommit(() -> {
                throw failure;
            });
            throw failure;
        }
    }

    private boolean complete(StoredOutcome outcome) {
        return service.store().complete(token, outcome, service.limits().ttl());
    }

    // Throws an exception, and also makes the commit fail. With the exception alone, the transaction might still
    // commit, because of rollback rules or because a caller catches the exception.
    private void rollBack() {
        service.count(IdempotencyOutcome.LEASE_LOST);
        reportLost();
        service.transaction().beforeCommit(() -> {
            throw leaseLost();
        });
        throw leaseLost();
    }

    private void keep(StoredOutcome outcome, CallerTransactions.Ending ending) {
        switch (ending) {
            case COMMITTED -> end(IdempotencyOutcome.EXECUTED, () -> complete(outcome));
            case ROLLED_BACK -> releaseNow();
            // The claim stays until its lease expires, unless an operator removes it first.
            case UNKNOWN -> leave();
        }
    }

    private void leave() {
        service.log().notKnown(token);
        end(IdempotencyOutcome.STORE_ERROR, () -> true);
    }

    private void releaseNow() {
        end(IdempotencyOutcome.RELEASED, () -> service.store().release(token));
    }

    // Renewals continue until the outcome is stored, because storing may have to wait for a connection.
    private void end(IdempotencyOutcome outcome, BooleanSupplier write) {
        ending = true;
        try {
            boolean held = write.getAsBoolean();
            if (!held) {
                reportLost();
            }
            service.count(lost ? IdempotencyOutcome.LEASE_LOST : outcome);
        } catch (RuntimeException | Error failure) {
            service.count(IdempotencyOutcome.STORE_ERROR);
            service.log().notStored(token, failure);
        } finally {
            renewal.close();
        }
    }

    private Duration third() {
        return service.limits().lease().dividedBy(3);
    }

    /**
     * Renews the lease unless it is lost. Returns {@code false} if the store has failed, so that it is unknown whether
     * the lease has been renewed.
     */
    private boolean renewed() {
        return lost || tryRenew();
    }

    private boolean tryRenew() {
        try {
            renew();
            return true;
        } catch (RuntimeException | Error failure) {
            service.log().notRenewed(token, failure);
            return false;
        }
    }

    private void renew() {
        long asked = service.time().nanoTime();
        if (service.store().renew(token, service.limits().lease())) {
            leaseBegan = asked;
        } else if (!ending) {
            // Once end() has begun, a failed renewal is not reported as a loss: the store may already have ended the
            // claim, and end() decides whether the claim was lost.
            reportLost();
        }
    }

    // Logs the loss only once, although a renewal, the commit and the end of the claim can all detect it.
    private synchronized void reportLost() {
        if (!lost) {
            lost = true;
            service.log().lost(token);
        }
    }

    private LeaseLostException leaseLost() {
        return new LeaseLostException(token.id().operation());
    }

    private final class Renewal implements Repeater.Task {

        @Override
        public void run() {
            renewed();
        }

        @Override
        public Optional<Duration> next() {
            return lost ? Optional.empty() : Optional.of(third());
        }
    }
}
