package io.backoff.idempotency;

/** Whether a call may carry its operation out. */
sealed interface Admission permits Admission.Repeated, RunningOperation {

    /** It is a duplicate: this is how the operation ended. */
    record Repeated(StoredOutcome outcome) implements Admission {}
}
