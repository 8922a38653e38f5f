package io.backoff.idempotency.claim;

import io.backoff.idempotency.StoredOutcome;

/** Whether a call may carry its operation out. */
public sealed interface ClaimResult permits ClaimResult.Repeated, HeldClaim {

    /** It is a duplicate: this is how the operation ended. */
    record Repeated(StoredOutcome outcome) implements ClaimResult {}
}
