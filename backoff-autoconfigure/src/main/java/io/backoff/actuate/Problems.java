package io.backoff.actuate;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.endpoint.EndpointProblem;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Creates the problems with which the endpoints reject requests. */
final class Problems {

    private static final String UNKNOWN_POLICY = "urn:problem:backoff:unknown-policy";
    private static final String UNKNOWN_BUDGET = "urn:problem:backoff:unknown-budget";
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_VALUE = 80;

    private Problems() {}

    /** There is no policy or budget of that name. */
    static EndpointProblem unknown(SettingsGroup group, String name, Collection<String> known) {
        String what = group == SettingsGroup.POLICIES ? "policy" : "budget";
        String shown = TruncatedText.of(name, LONGEST_NAME);
        return EndpointProblem.of(
                        WebEndpointResponse.STATUS_NOT_FOUND,
                        group == SettingsGroup.POLICIES ? UNKNOWN_POLICY : UNKNOWN_BUDGET,
                        "Unknown " + what,
                        "There is no " + what + " '" + shown + "'." + guess(name, known))
                .with("known", known.stream().sorted().toList());
    }

    /** The request names nothing that could be changed. */
    static EndpointProblem malformed() {
        return EndpointProblem.badRequest(
                "urn:problem:backoff:malformed-change",
                "Malformed change",
                "The body is malformed. Send {\"property\": \"<name>\", \"value\": \"<value>\"} or {\"properties\": {\"<name>\": \"<value>\"}}.");
    }

    /** The value of a setting is invalid; uses the words of a failure report at startup. */
    static EndpointProblem invalid(InvalidPropertyException invalid) {
        return EndpointProblem.badRequest(
                        "urn:problem:backoff:invalid-setting",
                        "Invalid setting",
                        "Nothing was changed: " + invalid.reason())
                .with("property", invalid.property())
                .with("value", shown(invalid.value()))
                .with("reason", invalid.reason())
                .with("remedy", invalid.remedy());
    }

    /** The body of the request is longer than the endpoint reads. */
    static EndpointProblem tooLong(int bytes) {
        return EndpointProblem.of(
                413,
                "urn:problem:backoff:change-too-long",
                "Change too long",
                "The body is longer than " + bytes + " bytes. Send fewer properties at a time.");
    }

    /** The operation has no parameter of that name. */
    static EndpointProblem unknownParameter(String name, Collection<String> known) {
        return EndpointProblem.badRequest(
                        "urn:problem:backoff:unknown-parameter",
                        "Unknown parameter",
                        "There is no parameter '" + TruncatedText.inOneLine(name, LONGEST_NAME) + "'."
                                + guess(name, known))
                .with("known", List.copyOf(known));
    }

    /** The parameter is {@code null}. */
    static EndpointProblem parameterWithoutValue(String name) {
        return EndpointProblem.badRequest(
                "urn:problem:backoff:invalid-parameter",
                "Invalid parameter",
                "'" + name + "' is null. Give it a value, or omit it.");
    }

    /** An object in the body has two members of that name. */
    static EndpointProblem repeatedMember(String name) {
        return EndpointProblem.badRequest(
                "urn:problem:backoff:repeated-member",
                "Repeated member",
                "'" + TruncatedText.inOneLine(name, LONGEST_NAME)
                        + "' is given twice. Give it once. Nothing was changed.");
    }

    /** The parameter is neither true nor false. */
    static EndpointProblem notAFlag(String name) {
        return EndpointProblem.badRequest(
                "urn:problem:backoff:invalid-parameter",
                "Invalid parameter",
                "'" + name + "' is neither true nor false. Nothing was changed.");
    }

    /** The application lacks the module that makes dry runs. */
    static EndpointProblem withoutDryRuns() {
        return EndpointProblem.badRequest(
                "urn:problem:backoff:no-dry-runs",
                "No dry runs",
                "Nothing was changed, and nothing was simulated: the application lacks the dependency "
                        + "'io.backoff:backoff-dry-run'.");
    }

    /** The endpoints of the library may not change anything. */
    static EndpointProblem readOnly(String endpoint) {
        return EndpointProblem.of(
                403,
                "urn:problem:backoff:read-only",
                "Read-only endpoint",
                "The endpoint '" + endpoint + "' is read-only: 'backoff.endpoint.read-only' is true.");
    }

    private static String guess(String name, Collection<String> known) {
        return NameSuggestion.closest(name, known)
                .map(each -> " Did you mean '" + each + "'?")
                .orElse("");
    }

    private static @Nullable Object shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST_VALUE ? value : TruncatedText.of(text, LONGEST_VALUE);
    }
}
