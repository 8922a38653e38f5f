package io.backoff.idempotency;

/**
 * The proof of a granted claim.
 *
 * @param id the operation
 * @param owner token of the call that owns the claim
 * @param fence number of the claim
 * @since 0.1.0
 */
public record ClaimToken(OperationId id, String owner, long fence) {}
