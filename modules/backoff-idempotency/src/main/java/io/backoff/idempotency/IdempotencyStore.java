package io.backoff.idempotency;

import java.time.Duration;

/**
 * Stores which operations are in progress, and the outcomes of ended ones. A bean of this type replaces the built-in
 * stores.
 *
 * <p>All methods must be atomic, and safe for use by many threads and application instances. An exception fails the
 * call if its operation has not been executed yet, and is otherwise logged. In a store that {@linkplain
 * #joinsTransaction() joins the transaction}, an exception from {@link #complete} rolls the transaction back.
 */
public interface IdempotencyStore {

    /** {@return the short name of the store for the meter tag {@code store}} */
    String name();

    /** {@return whether the methods block, for example on a network, so that no event loop may call them} */
    boolean blocks();

    /**
     * {@return whether claims and outcomes are written in the thread's transaction, so that they become visible at its
     * commit}
     */
    default boolean joinsTransaction() {
        return false;
    }

    /**
     * Claims an operation. The claim is granted if the operation is unknown or its outcome has expired, or if the lease
     * of the call in progress has expired.
     *
     * @param request the request
     * @return the granted claim, or what is known about the other call
     * @throws OperationInProgressException if another call is in progress whose claim is not visible
     */
    Claim claim(ClaimRequest request);

    /**
     * Extends a lease, counted from now.
     *
     * @param token the token of the claim
     * @param lease the new length of the lease
     * @return whether the caller still owns the claim
     */
    boolean renew(ClaimToken token, Duration lease);

    /**
     * Ends a claim with an outcome.
     *
     * @param token the token of the claim
     * @param outcome the outcome of the operation
     * @param ttl time for which the outcome is stored, from now
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl);

    /**
     * Releases a claim, as if it had never been granted.
     *
     * @param token the token of the claim
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean release(ClaimToken token);
}
