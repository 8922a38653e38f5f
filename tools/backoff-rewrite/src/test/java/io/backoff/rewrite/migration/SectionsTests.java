package io.backoff.rewrite.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sections of the guide that comments of recipes name exist. */
class SectionsTests {

    private static final Path SOURCES = Path.of("src/main/java/io/backoff/rewrite");
    /** The last argument of an exception, or a constant for it. */
    private static final Pattern SECTION =
            Pattern.compile("CannotMigrateException\\([^;]*\"([a-z0-9-]+)\"\\);|SECTION = \"([a-z0-9-]+)\"");

    @ParameterizedTest
    @CsvSource({
        "spring-retry, springretry",
        "spring-framework, springframework",
        "resilience4j, resilience4j",
        "spring-retry, java",
        "spring-framework, java",
        "resilience4j, java",
        "spring-retry, migration",
        "spring-framework, migration",
        "resilience4j, migration"
    })
    void exist(String page, String library) throws IOException {
        assertThat(sections(SOURCES.resolve(library))).isNotEmpty().isSubsetOf(anchors(page));
    }

    private static Set<String> sections(Path sources) throws IOException {
        try (Stream<Path> files = Files.list(sources)) {
            Set<String> sections = new TreeSet<>();
            for (Path file : files.toList()) {
                for (MatchResult found :
                        SECTION.matcher(Files.readString(file)).results().toList()) {
                    sections.add(found.group(1) == null ? found.group(2) : found.group(1));
                }
            }
            return sections;
        }
    }

    private static Set<String> anchors(String page) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../../docs/migration/" + page + ".md"));
        return lines.stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
