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

/** Java in the documentation stands in a file below {@code code} or {@code migration} too, where the compiler sees it. */
class JavaBlocksTests {

    private static final Path DOCS = Docs.root().resolve("backoff-autoconfigure/src/test/java/io/backoff/docs");
    private static final List<String> SOURCES = sources();

    @ParameterizedTest
    @MethodSource
    void compiles(Block block) {
        assertThat(SOURCES).anySatisfy(source -> assertThat(source).contains(uniform(block.text())));
    }

    static Stream<Block> compiles() {
        return Docs.blocks("java");
    }

    private static List<String> sources() {
        try (Stream<Path> code = Files.walk(DOCS.resolve("code"));
                Stream<Path> migration = Files.walk(DOCS.resolve("migration"))) {
            return Stream.concat(code, migration)
                    .filter(Files::isRegularFile)
                    .map(Docs::lines)
                    .map(lines -> uniform(String.join("\n", lines)))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String uniform(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }
}
