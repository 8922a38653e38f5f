package io.backoff.idempotency;

import io.backoff.engine.TimeSource;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Warns of operations that may be carried out twice, and names the digest that the store keeps of the key. When a store
 * is down every call is one of them, so that of each kind one a second is a warning, and the others are logged at debug
 * level.
 */
final class LeaseLog {

    private static final Log logger = LogFactory.getLog(LeaseLog.class);
    private static final long PAUSE = 1_000_000_000;

    private final TimeSource time;
    private final AtomicLong nextRenewal;
    private final AtomicLong nextLoss;
    private final AtomicLong nextOutcome;

    LeaseLog(TimeSource time) {
        long now = time.nanoTime();
        this.time = time;
        this.nextRenewal = new AtomicLong(now);
        this.nextLoss = new AtomicLong(now);
        this.nextOutcome = new AtomicLong(now);
    }

    void notRenewed(Ticket ticket, Throwable failure) {
        log(
                nextRenewal,
                "The lease of " + name(ticket) + " could not be renewed; when it is over, a duplicate runs",
                failure);
    }

    void lost(Ticket ticket) {
        log(
                nextLoss,
                "The lease of " + name(ticket) + " was lost; another call may have carried out the same operation",
                null);
    }

    void notStored(Ticket ticket, Throwable failure) {
        log(
                nextOutcome,
                "How " + name(ticket) + " ended could not be stored; a duplicate runs when the lease is over",
                failure);
    }

    private static String name(Ticket ticket) {
        return "a call of " + ticket.id().operation() + " (digest of the key: "
                + ticket.id().digest() + ")";
    }

    private void log(AtomicLong next, String message, @Nullable Throwable failure) {
        long now = time.nanoTime();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            logger.warn(message, failure);
        } else {
            logger.debug(message, failure);
        }
    }
}
