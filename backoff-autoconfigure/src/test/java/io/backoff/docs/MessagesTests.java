package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that the troubleshooting page explains are messages that the code has. */
class MessagesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("troubleshooting.md");
    private static final String CODE = code();

    @ParameterizedTest
    @MethodSource
    void exist(String message) {
        assertThat(Arrays.stream(message.split("…")))
                .allSatisfy(part -> assertThat(CODE).contains(part));
    }

    static Stream<String> exist() {
        Stream<String> headings = Docs.prose(PAGE).stream()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring("### ".length()));
        Stream<String> cells = Stream.of("message", "text")
                .flatMap(header -> Docs.tables(PAGE, header).stream())
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> Docs.code(row.get(0)).stream());
        return Stream.concat(headings, cells);
    }

    /** The sources, with literals that span lines put together. */
    private static String code() {
        Path sources = Docs.root().resolve("backoff-autoconfigure/src/main/java");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.join("\n", Docs.lines(file)))
                    .collect(Collectors.joining("\n"))
                    .replaceAll("\"\\s*\\+\\s*\"", "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
