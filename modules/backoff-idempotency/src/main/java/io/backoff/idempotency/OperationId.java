package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Identifies an operation: equal for all calls that are duplicates of one another.
 *
 * <p>Stores see a digest: it has the same length for every key, distinguishes upper and lower case in every database,
 * and hides what may be personal.
 *
 * @param operation name of the operation, for humans
 * @param digest digest of the whole scope and the key: 64 hexadecimal digits
 */
public record OperationId(String operation, String digest) {

    /** Returns the id of an operation that a principal calls with a key. */
    public static OperationId of(String application, String operation, @Nullable String principal, String key) {
        // An unknown principal differs from one whose name is empty.
        String caller = principal == null ? "" : "as " + principal;
        return new OperationId(operation, Digest.of(application, operation, caller, key));
    }
}
