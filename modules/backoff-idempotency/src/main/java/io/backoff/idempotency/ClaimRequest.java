package io.backoff.idempotency;

import java.time.Duration;

/**
 * A request to carry out an operation.
 *
 * @param id the operation
 * @param fingerprint digest of the call's arguments
 * @param owner a token that is unique to the call
 * @param lease how long the claim lasts unless it is renewed
 * @param ttl how long the outcome is kept
 */
public record ClaimRequest(OperationId id, String fingerprint, String owner, Duration lease, Duration ttl) {

    /** Returns the token that proves the granted claim. */
    public ClaimToken token(Claim.Granted granted) {
        return new ClaimToken(id, owner, granted.fence());
    }
}
