package io.backoff.idempotency;

/**
 * Proves that a claim was granted.
 *
 * @param id the operation
 * @param owner token of the call that owns the claim
 * @param fence number of the claim
 * @since 0.1.0
 */
public record ClaimToken(OperationId id, String owner, long fence) {}
