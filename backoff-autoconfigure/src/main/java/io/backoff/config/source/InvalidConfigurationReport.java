package io.backoff.config.source;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Describes in one line why a configuration is invalid, in the words of the failure report at startup. */
public final class InvalidConfigurationReport {

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
        return inOneLine(analysis.getDescription()) + ". " + inOneLine(analysis.getAction());
    }

    private static String inOneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }
}
