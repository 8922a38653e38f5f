package io.backoff.classify;

import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.Locale;
import java.util.stream.Stream;

/** The gRPC statuses of failures. Needs no gRPC library. */
public enum GrpcStatus implements CalleeStatus {
    CANCELLED,
    UNKNOWN,
    INVALID_ARGUMENT,
    DEADLINE_EXCEEDED,
    NOT_FOUND,
    ALREADY_EXISTS,
    PERMISSION_DENIED,
    RESOURCE_EXHAUSTED,
    FAILED_PRECONDITION,
    ABORTED,
    OUT_OF_RANGE,
    UNIMPLEMENTED,
    INTERNAL,
    UNAVAILABLE,
    DATA_LOSS,
    UNAUTHENTICATED;

    private static final int LONGEST_TEXT = 40;

    /**
     * Parses a name, ignoring case, with hyphens or underscores.
     *
     * @throws IllegalArgumentException if it is not the name of a failed status
     */
    static GrpcStatus parse(String text) {
        String name = text.trim().replace('-', '_').toUpperCase(Locale.ROOT);
        return Stream.of(values())
                .filter(each -> each.name().equals(name))
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
