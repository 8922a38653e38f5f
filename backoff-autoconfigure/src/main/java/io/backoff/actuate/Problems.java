package io.backoff.actuate;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.problem.Problem;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Creates the problem responses of the endpoints. */
final class Problems {

    private static final String UNKNOWN_POLICY = "urn:problem:backoff:unknown-policy";
    private static final String UNKNOWN_BUDGET = "urn:problem:backoff:unknown-budget";
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_VALUE = 80;

    private Problems() {}

    /** Rejects the unknown name of a policy or budget. */
    static Problem unknown(SettingsGroup group, String name, Collection<String> known) {
        String what = group == SettingsGroup.POLICIES ? "policy" : "budget";
        String shown = TruncatedText.of(name, LONGEST_NAME);
        return Problem.of(
                        WebEndpointResponse.STATUS_NOT_FOUND,
                        group == SettingsGroup.POLICIES ? UNKNOWN_POLICY : UNKNOWN_BUDGET,
                        "Unknown " + what,
                        "There is no " + what + " '" + shown + "'." + guess(name, known))
                .with("known", known.stream().sorted().toList());
    }

    /** Rejects a request without a property to change. */
    static Problem malformed() {
        return Problem.badRequest(
                "urn:problem:backoff:malformed-change",
                "Malformed change",
                "The body is malformed. Send {\"property\": \"<name>\", \"value\": \"<value>\"} or {\"properties\": {\"<name>\": \"<value>\"}}.");
    }

    /** Rejects the invalid value of a setting, with the same reason and remedy as the failure report at startup. */
    static Problem invalid(InvalidPropertyException invalid) {
        return Problem.badRequest(
                        "urn:problem:backoff:invalid-setting",
                        "Invalid setting",
                        "Nothing was changed: " + invalid.reason())
                .with("property", invalid.property())
                .with("value", shown(invalid.value()))
                .with("reason", invalid.reason())
                .with("remedy", invalid.remedy());
    }

    /** Rejects a request body that is too long. */
    static Problem tooLong(int bytes) {
        return Problem.of(
                413,
                "urn:problem:backoff:change-too-long",
                "Change too long",
                "The body is longer than " + bytes + " bytes. Send fewer properties at a time.");
    }

    /** Rejects a parameter that the operation does not have. */
    static Problem unknownParameter(String name, Collection<String> known) {
        return Problem.badRequest(
                        "urn:problem:backoff:unknown-parameter",
                        "Unknown parameter",
                        "There is no parameter '" + TruncatedText.inOneLine(name, LONGEST_NAME) + "'."
                                + guess(name, known))
                .with("known", List.copyOf(known));
    }

    /** Rejects a parameter with the name of a path variable. */
    static Problem pathVariable(String name) {
        return Problem.badRequest(
                "urn:problem:backoff:unknown-parameter",
                "Unknown parameter",
                "'" + name + "' is a part of the path, so it must be neither a parameter nor in the body.");
    }

    /** Rejects a parameter that is {@code null}. */
    static Problem parameterWithoutValue(String name) {
        return invalidParameter("'" + name + "' is null. Give it a value, or omit it.");
    }

    /** Rejects a JSON object that contains a member twice. */
    static Problem repeatedMember(String name) {
        return Problem.badRequest(
                "urn:problem:backoff:repeated-member",
                "Repeated member",
                "'" + TruncatedText.inOneLine(name, LONGEST_NAME)
                        + "' is given twice. Give it once. Nothing was changed.");
    }

    /** Rejects a parameter that is neither true nor false. */
    static Problem notAFlag(String name) {
        return invalidParameter("'" + name + "' is neither true nor false. Nothing was changed.");
    }

    /** Rejects a dry run if the application lacks the module for dry runs. */
    static Problem withoutDryRuns() {
        return Problem.badRequest(
                "urn:problem:backoff:no-dry-runs",
                "No dry runs",
                "Nothing was changed, and nothing was simulated: the application lacks the dependency "
                        + "'io.backoff:backoff-dry-run'.");
    }

    /** Rejects a change at a read-only endpoint. */
    static Problem readOnly(String endpoint) {
        return Problem.of(
                403,
                "urn:problem:backoff:read-only",
                "Read-only endpoint",
                "The endpoint '" + endpoint + "' is read-only: 'backoff.endpoint.read-only' is true.");
    }

    private static Problem invalidParameter(String detail) {
        return Problem.badRequest("urn:problem:backoff:invalid-parameter", "Invalid parameter", detail);
    }

    private static String guess(String name, Collection<String> known) {
        return NameSuggestion.closest(name, known)
                .map(suggestion -> " Did you mean '" + suggestion + "'?")
                .orElse("");
    }

    private static @Nullable Object shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST_VALUE ? value : TruncatedText.of(text, LONGEST_VALUE);
    }
}
