package io.backoff.idempotency;

import java.time.Duration;

/**
 * Records which operations are in progress, and how they ended. A bean of this type replaces the built-in stores.
 *
 * <p>All methods are atomic, and safe for use by many threads and application instances. An exception fails the call if
 * its operation has not been carried out yet, and is logged otherwise. In a store that {@linkplain #joinsTransaction()
 * joins the transaction}, an exception from {@link #complete} rolls the transaction back.
 */
public interface IdempotencyStore {

    /** Returns a short name, the value of the meter tag {@code store}. */
    String name();

    /** Returns whether the methods wait for something outside this process, so that no event loop should call them. */
    boolean blocks();

    /** Returns whether claims and outcomes are part of the thread's transaction, and become visible when it commits. */
    default boolean joinsTransaction() {
        return false;
    }

    /**
     * Claims an operation. The claim is granted if nothing is known of the operation, if what is known has expired, or
     * if the lease of the call in progress has expired.
     *
     * @throws OperationInProgressException if another call is in progress, and nothing else is known of it
     */
    Claim claim(ClaimRequest request);

    /**
     * Extends a lease, counted from now.
     *
     * @return whether the caller still owned the claim
     */
    boolean renew(ClaimToken token, Duration lease);

    /**
     * Ends a claim with an outcome.
     *
     * @param ttl how long to keep the outcome, from now
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl);

    /**
     * Ends a claim as if it had never been granted.
     *
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean release(ClaimToken token);
}
