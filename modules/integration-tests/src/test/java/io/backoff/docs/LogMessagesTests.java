package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.architecture.Library;
import io.backoff.message.LogMessage;
import io.backoff.testkit.Docs;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide explains each log message, and no others. */
class LogMessagesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("troubleshooting.md");
    private static final String ARGUMENT = "…";
    private static final int TELLING = 10;

    private static final List<LogMessage> MESSAGES = Library.messages().stream()
            .filter(message -> message.level().compareTo(Level.INFO) >= 0)
            .toList();

    private static final List<String> EXPLAINED = Stream.of("warning", "line")
            .map(header -> Docs.table(PAGE, header))
            .flatMap(table -> table.rows().stream())
            .flatMap(row -> Docs.code(row.get(0)).stream())
            .toList();

    @ParameterizedTest
    @MethodSource
    void areExplained(LogMessage message) {
        assertThat(EXPLAINED).as(message.template()).anyMatch(text -> matches(text, message));
    }

    static List<LogMessage> areExplained() {
        return MESSAGES;
    }

    @ParameterizedTest
    @MethodSource("explained")
    void exist(String text) {
        assertThat(MESSAGES).anyMatch(message -> matches(text, message));
    }

    /** A row as short as "… failed" would match any message. */
    @ParameterizedTest
    @MethodSource("explained")
    void areDistinguished(String text) {
        assertThat(text.replace(ARGUMENT, "").strip()).hasSizeGreaterThanOrEqualTo(TELLING);
    }

    @Test
    void haveTextsOfTheirOwn() {
        assertThat(MESSAGES.stream().map(LogMessage::template)).doesNotHaveDuplicates();
    }

    static List<String> explained() {
        return EXPLAINED;
    }

    /** Whether the text is part of the message, with an ellipsis for omitted parts. */
    private static boolean matches(String text, LogMessage message) {
        String pattern = Arrays.stream(text.split(ARGUMENT)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(pattern)
                .matcher(message.template().replace("%s", ARGUMENT))
                .find();
    }
}
