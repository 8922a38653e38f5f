package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.docs.Docs.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java and Kotlin of the documentation stand in a file below {@code code} or {@code migration} too, for the compiler. */
class CodeBlocksTests {

    private static final List<String> SOURCES = Stream.of(
                    "java/io/backoff/docs/code", "java/io/backoff/docs/migration", "kotlin/io/backoff/docs/code")
            .flatMap(CodeBlocksTests::sources)
            .toList();

    @ParameterizedTest
    @MethodSource
    void compiles(Block block) {
        assertThat(SOURCES).anySatisfy(source -> assertThat(source).contains(uniform(block.text())));
    }

    static Stream<Block> compiles() {
        return Stream.of("java", "kotlin").flatMap(Docs::blocks);
    }

    private static Stream<String> sources(String directory) {
        Path root = Docs.root().resolve("backoff-autoconfigure/src/test").resolve(directory);
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(Docs::lines)
                    .map(lines -> uniform(String.join("\n", lines)))
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String uniform(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }
}
