package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The identity of an operation, which is equal for a call and its duplicates.
 *
 * <p>Stores see only a digest of the key. The digest has a fixed length, and hides personal data. It also distinguishes
 * keys that differ only in case, even if the database ignores case.
 *
 * @param operation name of the operation, for messages
 * @param digest digest of application, operation, principal and key: 64 hexadecimal digits
 * @since 0.1.0
 */
public record OperationId(String operation, String digest) {

    /**
     * {@return the id of an operation for a principal and a key}
     *
     * @param application the value of {@code spring.application.name}
     * @param operation the operation's name: {@code Class.method}, or the value of {@code @Idempotent}
     * @param principal the name of the principal; {@code null} if unknown
     * @param key the key as text, of any length
     */
    public static OperationId of(String application, String operation, @Nullable String principal, String key) {
        // The prefix distinguishes an unknown principal from one with an empty name.
        String caller = principal == null ? "" : "as " + principal;
        return new OperationId(operation, Digest.of(application, operation, caller, key));
    }
}
