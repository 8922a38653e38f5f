package io.backoff.idempotency;

import java.time.Duration;

/**
 * Stores which operations are in progress, and the outcomes of those that have ended. A bean of this type replaces the
 * built-in stores.
 *
 * <p>A call uses the store as follows:
 *
 * <pre>{@code
 * if (store.claim(request) instanceof Claim.Granted granted) {
 *     ClaimToken token = request.token(granted);
 *     ...   // runs the operation and renews the lease
 *     store.complete(token, outcome, request.ttl());
 * }
 * }</pre>
 *
 * <p>All methods must be atomic, and safe for use by many threads and application instances. If the store throws an
 * exception before the operation is executed, the call fails; later exceptions are logged. In a store that {@linkplain
 * #joinsTransaction() joins the transaction}, an exception from {@link #complete} rolls the transaction back.
 *
 * @since 0.1.0
 */
public interface IdempotencyStore {

    /** {@return the short name of the store for the meter tag {@code store}} */
    String name();

    /**
     * {@return whether the methods block, for example on a network; an event loop must not call such methods} If they
     * do not block, the thread of the library's timer renews leases.
     */
    boolean blocks();

    /**
     * {@return whether claims and outcomes are written in the thread's transaction, so that they become visible when
     * the transaction commits}
     */
    default boolean joinsTransaction() {
        return false;
    }

    /**
     * Claims an operation. The claim is granted if the operation is unknown or its outcome has expired, or if the lease
     * of the call in progress has expired.
     *
     * @param request the operation, and the owner and duration of the claim
     * @return the granted claim, or the state of the call that owns the operation
     * @throws OperationInProgressException if another call is executing the operation, but the claim of that call is
     *     not visible
     */
    Claim claim(ClaimRequest request);

    /**
     * Extends a lease.
     *
     * @param token proves the claim; an expired or replaced claim is no error
     * @param lease the new duration of the lease, from now
     * @return whether the caller still owns the claim
     */
    boolean renew(ClaimToken token, Duration lease);

    /**
     * Ends a claim with an outcome.
     *
     * @param token proves the claim; an expired or replaced claim is no error
     * @param outcome the outcome for duplicate calls
     * @param ttl time for which the outcome is stored, from now
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl);

    /**
     * Releases a claim, as if it had never been granted.
     *
     * @param token proves the claim; an expired or replaced claim is no error
     * @return whether the caller still owned the claim; if not, nothing changes
     */
    boolean release(ClaimToken token);
}
