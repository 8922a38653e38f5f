package io.backoff.config.source;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/**
 * Describes in one line why a configuration is invalid, in the words of the failure report at startup. Leaves out the
 * values: a value that is rejected may be a secret that belongs elsewhere.
 */
public final class InvalidConfigurationReport {

    private static final Pattern VALUE =
            Pattern.compile("(?s)\\R {4}(?:Value|Resolved): \"(.*?)\"(?=\\R {4}(?:Resolved|Origin): )");
    private static final Pattern REASON = Pattern.compile("(?m)^ {4}Reason: .*");

    /** Shorter parts are no secrets, and are parts of too many words. */
    private static final int SHORTEST_HIDDEN = 4;

    /** Reasons and remedies may cut a value, but not as early as this. */
    private static final int BEGINNING = 20;

    private InvalidConfigurationReport() {}

    /**
     * Describes a failure.
     *
     * @param environment knows the origins of properties; {@code null} if it could not be read itself
     */
    public static String describe(Throwable failure, @Nullable Environment environment) {
        return Stream.ofNullable(environment)
                .flatMap(InvalidConfigurationReport::analyzers)
                .flatMap(analyzer -> Stream.ofNullable(analyzer.analyze(failure)))
                .findFirst()
                .map(InvalidConfigurationReport::text)
                .orElseGet(() -> causeOf(failure));
    }

    private static Stream<FailureAnalyzer> analyzers(Environment environment) {
        return Stream.of(
                new InvalidPropertyFailureAnalyzer(),
                new UnknownKeysFailureAnalyzer(),
                new BackoffBindFailureAnalyzer(environment));
    }

    private static String causeOf(Throwable failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return file(failure) + inOneLine(cause.toString());
    }

    private static String file(Throwable failure) {
        return failure instanceof UnreadableConfigurationException unreadable ? unreadable.getMessage() + ": " : "";
    }

    private static String text(FailureAnalysis analysis) {
        String description = analysis.getDescription();
        List<String> values =
                VALUE.matcher(description).results().map(each -> each.group(1)).toList();
        String shown = REASON.matcher(VALUE.matcher(description).replaceAll(""))
                .replaceAll(each -> Matcher.quoteReplacement(without(values, each.group())));
        return inOneLine(shown) + ". " + inOneLine(without(values, analysis.getAction()));
    }

    private static String without(List<String> values, @Nullable String text) {
        String rest = text == null ? "" : text;
        for (String value : values) {
            for (String part : value.split("[\\s,\\[\\]]+")) {
                if (part.length() >= SHORTEST_HIDDEN) {
                    String beginning = part.substring(0, Math.min(part.length(), BEGINNING));
                    rest = rest.replaceAll(Pattern.quote(beginning) + "[^\\s,'\"]*", "…");
                }
            }
        }
        return rest;
    }

    private static String inOneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }
}
