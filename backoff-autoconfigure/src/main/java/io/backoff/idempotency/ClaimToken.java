package io.backoff.idempotency;

/**
 * Proves a claim.
 *
 * @param id the operation
 * @param owner who claimed it
 * @param fence number of the claim
 */
public record ClaimToken(OperationId id, String owner, long fence) {}
