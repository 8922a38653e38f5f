package io.backoff.idempotency;

import java.time.Duration;

/**
 * A request to claim an operation.
 *
 * @param id the operation
 * @param fingerprint digest of the call's arguments
 * @param owner a token that is unique to the call
 * @param lease duration of the claim unless it is renewed
 * @param ttl time for which the outcome is stored
 * @since 0.1.0
 */
public record ClaimRequest(OperationId id, String fingerprint, String owner, Duration lease, Duration ttl) {

    /**
     * {@return the token of the granted claim}
     *
     * @param granted the store's response to this request
     */
    public ClaimToken token(Claim.Granted granted) {
        return new ClaimToken(id, owner, granted.fence());
    }
}
