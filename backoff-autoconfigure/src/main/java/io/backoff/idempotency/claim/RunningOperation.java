package io.backoff.idempotency.claim;

import io.backoff.engine.time.Repeater;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.Ticket;
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
public final class RunningOperation implements Admission {

    private final Gate gate;
    private final Ticket ticket;
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
    RunningOperation(Gate gate, Ticket ticket, long claimed) {
        this.gate = gate;
        this.ticket = ticket;
        this.leaseBegan = claimed;
        this.renewal = new Repeater(new Renewal(), Repeater.Schedule.inBackground(gate.time(), gate::executeRenewal));
        if (!gate.store().joinsTransaction()) {
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
            if (gate.store().joinsTransaction()) {
                keepInTransaction(outcome);
            } else {
                keepWithTransaction(outcome);
            }
        }
    }

    // What a transaction around the call rolls back has not happened.
    private void keepWithTransaction(StoredOutcome outcome) {
        boolean open = gate.transaction().beforeCommit(this::checkLease);
        gate.transaction().whenEnded(end -> keep(outcome, end));
        if (open && lost) {
            throw leaseLost();
        }
    }

    // Where the store cannot tell, others may have taken over since the lease was over.
    private void checkLease() {
        if (!renewed() && isOver()) {
            tellLost();
        }
        if (lost) {
            throw leaseLost();
        }
    }

    private boolean isOver() {
        return gate.time().nanoTime() - leaseBegan >= gate.limits().lease().toNanos();
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
            held = gate.store().complete(ticket, outcome, gate.limits().ttl());
        } catch (RuntimeException | Error failure) {
            gate.count(IdempotencyOutcome.STORE_ERROR);
            gate.log().notStoredInTransaction(ticket, failure);
            // Whatever becomes of the exception, the transaction must not commit without the outcome.
            gate.transaction().beforeCommit(() -> {
                throw failure;
            });
            throw failure;
        }
        if (!held) {
            rollBack();
        }
        gate.transaction()
                .whenEnded(ending -> gate.count(
                        ending == SurroundingTransaction.Ending.ROLLED_BACK
                                ? IdempotencyOutcome.RELEASED
                                : IdempotencyOutcome.EXECUTED));
    }

    // Whatever becomes of the exception: rollback rules, or a caller, may let it commit.
    private void rollBack() {
        gate.count(IdempotencyOutcome.LEASE_LOST);
        tellLost();
        gate.transaction().beforeCommit(() -> {
            throw leaseLost();
        });
        throw leaseLost();
    }

    private void keep(StoredOutcome outcome, SurroundingTransaction.Ending ending) {
        switch (ending) {
            case COMMITTED ->
                end(
                        IdempotencyOutcome.EXECUTED,
                        () -> gate.store()
                                .complete(ticket, outcome, gate.limits().ttl()));
            case ROLLED_BACK -> releaseNow();
            // The lease runs out, unless somebody looks into it before.
            case UNKNOWN -> leave();
        }
    }

    private void leave() {
        gate.log().notKnown(ticket);
        end(IdempotencyOutcome.STORE_ERROR, () -> true);
    }

    private void releaseNow() {
        end(IdempotencyOutcome.RELEASED, () -> gate.store().release(ticket));
    }

    // The lease is renewed until the outcome is stored: that may have to wait for a connection.
    private void end(IdempotencyOutcome outcome, BooleanSupplier write) {
        ending = true;
        try {
            boolean held = write.getAsBoolean();
            if (!held) {
                tellLost();
            }
            gate.count(lost ? IdempotencyOutcome.LEASE_LOST : outcome);
        } catch (RuntimeException | Error failure) {
            gate.count(IdempotencyOutcome.STORE_ERROR);
            gate.log().notStored(ticket, failure);
        } finally {
            renewal.close();
        }
    }

    private Duration third() {
        return gate.limits().lease().dividedBy(3);
    }

    /** Renews the lease unless it is lost; whether the store has done so, or says that it is lost. */
    private boolean renewed() {
        if (lost) {
            return true;
        }
        long asked = gate.time().nanoTime();
        try {
            if (gate.store().renew(ticket, gate.limits().lease())) {
                leaseBegan = asked;
            } else if (!ending) {
                // A claim that is being ended may be gone: whether it held is known to who ends it.
                tellLost();
            }
            return true;
        } catch (RuntimeException | Error failure) {
            gate.log().notRenewed(ticket, failure);
            return false;
        }
    }

    // Once, whoever notices: its renewal, the commit or the end.
    private synchronized void tellLost() {
        if (!lost) {
            lost = true;
            gate.log().lost(ticket);
        }
    }

    private LeaseLostException leaseLost() {
        return new LeaseLostException(ticket.id().operation());
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
