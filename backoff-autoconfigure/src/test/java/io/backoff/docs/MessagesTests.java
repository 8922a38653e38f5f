package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that the guide explains are messages that the code has. */
class MessagesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("troubleshooting.md");
    private static final Path WEAVING = Docs.GUIDE.resolve("weaving.md");
    private static final String CODE = Docs.sources();
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern STATEMENT = Pattern.compile("(?:"
            + "(?:new InvalidBackoffException|throw refused)\\(\\s*(?:[\\w.]+(?:\\(\\))?,\\s*)+\""
            + ")(?s:.*?)\\);\n");
    private static final int TELLING = 12;
    private static final int TELLING_ALONE = 8;
    private static final List<String> FRAGMENTS = exist().flatMap(message -> Arrays.stream(message.split("…")))
            .map(String::strip)
            .filter(part -> part.length() >= TELLING_ALONE && !part.startsWith("@"))
            .toList();

    @ParameterizedTest
    @MethodSource
    void exist(String message) {
        // The name of an annotation in front of a message is no text of the code.
        assertThat(Arrays.stream(message.split("…")).filter(part -> !part.matches("@\\w+ on ")))
                .allSatisfy(part -> assertThat(CODE).contains(part));
    }

    static Stream<String> exist() {
        Stream<String> headings = Docs.prose(PAGE).stream()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring("### ".length()));
        Stream<String> cells = Stream.of("message", "text").flatMap(header -> cells(PAGE, header));
        Stream<String> sentences = cells(PAGE, "you see").filter(each -> each.contains(" "));
        return Stream.of(headings, cells, sentences, cells(WEAVING, "the text says"))
                .flatMap(each -> each);
    }

    /** Statements of the library that reject an annotation. */
    @ParameterizedTest
    @MethodSource
    void areExplained(String statement) {
        List<String> literals = LITERAL.matcher(statement)
                .results()
                .map(found -> found.group(1).replace("\\\"", "\""))
                .toList();
        assertThat(literals)
                .as(statement)
                .anySatisfy(literal -> assertThat(FRAGMENTS).anyMatch(part -> tells(part, literal)));
    }

    // A short text has to be all that a literal says: as a part of it, it could be about anything.
    private static boolean tells(String part, String literal) {
        return part.length() < TELLING ? literal.strip().equals(part) : literal.contains(part);
    }

    static Stream<String> areExplained() {
        return STATEMENT.matcher(CODE).results().map(MatchResult::group);
    }

    private static Stream<String> cells(Path page, String header) {
        return Docs.tables(page, header).stream()
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> Docs.code(row.get(0)).stream());
    }
}
