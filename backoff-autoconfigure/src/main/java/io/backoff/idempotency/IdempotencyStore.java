package io.backoff.idempotency;

import java.time.Duration;

/**
 * Where it is kept which operations are being carried out, and how they ended. A bean of this type replaces the stores
 * that come with the library.
 *
 * <p>All methods are atomic, and safe for use by many threads and applications. What they throw fails a call before its
 * operation is carried out, and is logged after.
 */
public interface IdempotencyStore {

    /** Short name, the tag {@code store} of the meters. */
    String name();

    /** Whether calls wait for something outside of this process, so that no event loop should make them. */
    boolean blocks();

    /** Whether claims and outcomes are part of the transaction of the thread, and become visible with it. */
    default boolean joinsTransaction() {
        return false;
    }

    /**
     * Asks to carry out an operation. Granted when nothing is known of it, when what is known has expired, or when the
     * lease of who carries it out has run out.
     */
    Claim claim(ClaimRequest request);

    /**
     * Lengthens a lease, from now.
     *
     * @return whether the claim still held
     */
    boolean renew(ClaimToken token, Duration lease);

    /**
     * Ends a claim with an outcome.
     *
     * @param ttl how long to keep it, from now
     * @return whether the claim still held; else nothing changes
     */
    boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl);

    /**
     * Ends a claim as if it had not been made.
     *
     * @return whether the claim still held; else nothing changes
     */
    boolean release(ClaimToken token);
}
