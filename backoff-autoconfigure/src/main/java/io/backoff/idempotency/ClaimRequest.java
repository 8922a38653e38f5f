package io.backoff.idempotency;

import java.time.Duration;

/**
 * Somebody wants to carry out an operation.
 *
 * @param id what operation
 * @param fingerprint of the arguments of the call
 * @param owner a token that nobody else has
 * @param lease how long the claim lasts unless it is renewed
 * @param ttl how long the outcome is to be known
 */
public record ClaimRequest(OperationId id, String fingerprint, String owner, Duration lease, Duration ttl) {

    /** What proves a claim that was granted. */
    public ClaimToken ticket(Claim.Granted granted) {
        return new ClaimToken(id, owner, granted.fence());
    }
}
