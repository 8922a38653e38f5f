package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The identity of an operation, equal for all duplicates.
 *
 * <p>Stores see a digest of the key. It has a fixed length, distinguishes upper and lower case in every database, and
 * hides personal data.
 *
 * @param operation name of the operation, for people
 * @param digest digest of the whole scope and the key: 64 hexadecimal digits
 */
public record OperationId(String operation, String digest) {

    /**
     * {@return the id of an operation for a principal and a key}
     *
     * @param application the name of the application
     * @param operation the name of the operation
     * @param principal the name of the principal; {@code null} if unknown
     * @param key the key
     */
    public static OperationId of(String application, String operation, @Nullable String principal, String key) {
        // An unknown principal differs from one with an empty name.
        String caller = principal == null ? "" : "as " + principal;
        return new OperationId(operation, Digest.of(application, operation, caller, key));
    }
}
