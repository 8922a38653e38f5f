package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of exceptions and responses that the guide explains exist in the code. */
class MessagesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("troubleshooting.md");
    private static final String CODE = Docs.sources();

    @ParameterizedTest
    @MethodSource
    void exist(String message) {
        // An annotation's name in front of a message is not a literal in the code.
        assertThat(Arrays.stream(message.split("…")).filter(part -> !part.matches("@\\w+ on ")))
                .allMatch(CODE::contains);
    }

    static Stream<String> exist() {
        Stream<String> headings = Docs.prose(PAGE).stream()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring("### ".length()));
        Stream<String> cells = Stream.of("message", "text", "reason").flatMap(header -> cells(PAGE, header));
        Stream<String> sentences = cells(PAGE, "you see").filter(each -> each.contains(" "));
        return Stream.of(headings, cells, sentences).flatMap(each -> each);
    }

    private static Stream<String> cells(Path page, String header) {
        return Docs.tables(page, header).stream()
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> Docs.code(row.get(0)).stream());
    }
}
