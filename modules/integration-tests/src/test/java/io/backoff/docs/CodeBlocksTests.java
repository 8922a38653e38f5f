package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Java and Kotlin blocks of the documentation also exist in a file below {@code code} or {@code migration}, or beside
 * the benchmarks if they need a library that only these have, where they are compiled. Each block has the imports of that file that it needs, so that it compiles where it is pasted.
 */
class CodeBlocksTests {

    private static final List<Snippet> SOURCES = Stream.of(
                    "modules/integration-tests/src/test/java/io/backoff/docs/code",
                    "modules/integration-tests/src/test/java/io/backoff/docs/migration",
                    "modules/integration-tests/src/test/kotlin/io/backoff/docs/code",
                    "benchmarks/src/test/java/io/backoff/benchmarks/models")
            .flatMap(CodeBlocksTests::sources)
            .toList();

    @ParameterizedTest
    @MethodSource("blocks")
    void compiles(Block block) {
        Snippet pasted = Snippet.of(block.text());
        assertThat(SOURCES).anyMatch(source -> source.contains(pasted));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void hasItsImports(Block block) {
        Snippet pasted = Snippet.of(block.text());
        assertThat(SOURCES)
                .filteredOn(source -> source.contains(pasted))
                .extracting(source -> source.importsFor(pasted))
                .contains(pasted.imports());
    }

    static Stream<Block> blocks() {
        return Stream.of("java", "kotlin").flatMap(Docs::blocks);
    }

    private static Stream<Snippet> sources(String directory) {
        Path root = Docs.root().resolve(directory);
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(file -> Snippet.of(String.join("\n", Docs.lines(file))))
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
