package io.backoff.idempotency.claim;

import io.backoff.engine.time.Repeater;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * An operation that this call carries out. Its lease is renewed until it ends or the application has stopped; it ends
 * once.
 *
 * <p>A store that fails here does not fail the call: what the operation did is done. Only where a transaction is not yet
 * committed, a lost lease rolls it back.
 */
public final class HeldClaim implements ClaimResult {

    private final IdempotencyService service;
    private final ClaimToken token;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean ending;
    private volatile boolean lost;
    // When the lease began that is known to have been granted last.
    private volatile long leaseBegan;
    private final Repeater renewal;

    /**
     * An operation that was claimed.
     *
     * @param claimed when the store was asked for the claim, by the monotonic clock
     */
    HeldClaim(IdempotencyService service, ClaimToken token, long claimed) {
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
     * It ended, and that is how duplicates are answered.
     *
     * @throws LeaseLostException if the claim is lost, and the transaction around the operation is rolled back
     */
    public void keep(StoredOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            if (service.store().joinsTransaction()) {
                keepInTransaction(outcome);
            } else {
                keepWithTransaction(outcome);
            }
        }
    }

    // What a transaction around the call rolls back has not happened.
    private void keepWithTransaction(StoredOutcome outcome) {
        boolean open = service.transaction().beforeCommit(this::checkLease);
        service.transaction().whenEnded(end -> keep(outcome, end));
        if (open && lost) {
            throw leaseLost();
        }
    }

    // Where the store cannot tell, others may have taken over since the lease was over.
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

    /** It failed, and the next call may try. */
    public void free() {
        if (ended.compareAndSet(false, true)) {
            releaseNow();
        }
    }

    private void keepInTransaction(StoredOutcome outcome) {
        boolean held;
        try {
            held = service.store().complete(token, outcome, service.limits().ttl());
        } catch (RuntimeException | Error failure) {
            service.count(IdempotencyOutcome.STORE_ERROR);
            service.log().notStoredInTransaction(token, failure);
            // Whatever becomes of the exception, the transaction must not commit without the outcome.
            service.transaction().beforeCommit(() -> {
                throw failure;
            });
            throw failure;
        }
        if (!held) {
            rollBack();
        }
        service.transaction()
                .whenEnded(ending -> service.count(
                        ending == SurroundingTransaction.Ending.ROLLED_BACK
                                ? IdempotencyOutcome.RELEASED
                                : IdempotencyOutcome.EXECUTED));
    }

    // Whatever becomes of the exception: rollback rules, or a caller, may let it commit.
    private void rollBack() {
        service.count(IdempotencyOutcome.LEASE_LOST);
        reportLost();
        service.transaction().beforeCommit(() -> {
            throw leaseLost();
        });
        throw leaseLost();
    }

    private void keep(StoredOutcome outcome, SurroundingTransaction.Ending ending) {
        switch (ending) {
            case COMMITTED ->
                end(
                        IdempotencyOutcome.EXECUTED,
                        () -> service.store()
                                .complete(token, outcome, service.limits().ttl()));
            case ROLLED_BACK -> releaseNow();
            // The lease runs out, unless somebody looks into it before.
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

    // The lease is renewed until the outcome is stored: that may have to wait for a connection.
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

    /** Renews the lease unless it is lost; whether the store has done so, or says that it is lost. */
    private boolean renewed() {
        if (lost) {
            return true;
        }
        long asked = service.time().nanoTime();
        try {
            if (service.store().renew(token, service.limits().lease())) {
                leaseBegan = asked;
            } else if (!ending) {
                // A claim that is being ended may be gone: whether it held is known to who ends it.
                reportLost();
            }
            return true;
        } catch (RuntimeException | Error failure) {
            service.log().notRenewed(token, failure);
            return false;
        }
    }

    // Once, whoever notices: its renewal, the commit or the end.
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
