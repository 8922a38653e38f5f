package io.backoff.idempotency;

/** What a call gets for its key: the claim that lets it carry its operation out, or how the operation ended before. */
sealed interface Admission permits RunningOperation, StoredOutcome {}
