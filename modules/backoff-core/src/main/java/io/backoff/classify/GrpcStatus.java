package io.backoff.classify;

import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The gRPC statuses of failures. This enum does not depend on the gRPC library.
 *
 * @since 0.1.0
 */
public enum GrpcStatus implements CalleeStatus {
    /** The call was cancelled, usually by its caller. */
    CANCELLED,
    /** The failure has no other status, for example because the server threw an exception. */
    UNKNOWN,
    /** The request is invalid, whatever the state of the server. */
    INVALID_ARGUMENT,
    /** The deadline passed before the call ended. */
    DEADLINE_EXCEEDED,
    /** The requested entity does not exist. */
    NOT_FOUND,
    /** The entity to create already exists. */
    ALREADY_EXISTS,
    /** The caller does not have the permission. */
    PERMISSION_DENIED,
    /** A quota is used up, or the server is overloaded. */
    RESOURCE_EXHAUSTED,
    /** The system is not in the required state. */
    FAILED_PRECONDITION,
    /** The call conflicted with a concurrent one. */
    ABORTED,
    /** The request went beyond the valid range. */
    OUT_OF_RANGE,
    /** The server does not implement the method. */
    UNIMPLEMENTED,
    /** The server has an internal error. */
    INTERNAL,
    /** The server cannot be reached, or is not ready. */
    UNAVAILABLE,
    /** Data is irrecoverably lost or corrupt. */
    DATA_LOSS,
    /** The caller has no valid credentials. */
    UNAUTHENTICATED;

    private static final int LONGEST_TEXT = 40;

    /**
     * Parses a name, ignoring case, with hyphens or underscores.
     *
     * @throws IllegalArgumentException if the text is not the name of a gRPC error status
     */
    static GrpcStatus parse(String text) {
        String name = text.trim().replace('-', '_').toUpperCase(Locale.ROOT);
        return Stream.of(values())
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unusable(text, name)));
    }

    private static String unusable(String text, String name) {
        if (name.equals("OK")) {
            return "'OK' is the status of a success, which needs no retry";
        }
        String shown = "'" + TruncatedText.of(text, LONGEST_TEXT) + "' is not a gRPC status such as UNAVAILABLE";
        return NameSuggestion.closest(name, Stream.of(values()).map(Enum::name).toList())
                .map(closest -> shown + "; did you mean " + closest + "?")
                .orElse(shown);
    }
}
