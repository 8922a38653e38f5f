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
        Stream<FailureAnalyzer> analyzers = environment == null
                ? Stream.empty()
                : Stream.of(
                        new InvalidPropertyFailureAnalyzer(),
                        new UnknownKeysFailureAnalyzer(),
                        new BackoffBindFailureAnalyzer(environment));
        return analyzers
                .map(analyzer -> analyzer.analyze(failure))
                .filter(analysis -> analysis != null)
                .findFirst()
                .map(InvalidConfigurationReport::text)
                .orElseGet(() -> file(failure)
                        + inOneLine(NestedExceptionUtils.getMostSpecificCause(failure)
                                .toString()));
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
