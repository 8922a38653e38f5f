package io.backoff.idempotency.claim;

import io.backoff.idempotency.StoredOutcome;

/** The result of a claim: the call owns the claim, or is a duplicate. */
public sealed interface ClaimResult permits ClaimResult.Repeated, OwnClaim {

    /** The call is a duplicate of an operation with this outcome. */
    record Repeated(StoredOutcome outcome) implements ClaimResult {}
}
