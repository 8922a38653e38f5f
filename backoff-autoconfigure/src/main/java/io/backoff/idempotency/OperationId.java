package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * What calls have in common that are duplicates of one another.
 *
 * <p>Stores see a digest: it has the same length whatever the key, tells upper from lower case in every database, and
 * does not show what may be personal.
 *
 * @param operation name of the operation, for people
 * @param digest of the whole scope and the key: 64 hexadecimal digits
 */
public record OperationId(String operation, String digest) {

    /** The operation of one caller with a key. */
    public static OperationId of(String application, String operation, @Nullable String principal, String key) {
        // A caller without a name is not one whose name is empty.
        String caller = principal == null ? "" : "as " + principal;
        return new OperationId(operation, Digest.of(application, operation, caller, key));
    }
}
