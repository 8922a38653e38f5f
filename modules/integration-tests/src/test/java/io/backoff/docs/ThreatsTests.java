package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each threat in SECURITY.md names tests, and they exist. */
class ThreatsTests {

    private static final Pattern SOURCE =
            Pattern.compile(".*/backoff-[\\w-]+/src/test/java/.*\\.java|.*/integration-tests/src/test/java/.*\\.java");
    private static final Map<String, List<Path>> SOURCES = sources();

    @ParameterizedTest
    @MethodSource
    void areCovered(Threat threat) {
        assertThat(threat.tests).isNotEmpty().allSatisfy(ThreatsTests::assertTest);
    }

    static Stream<Threat> areCovered() {
        return Docs.tables(Docs.SECURITY, "threat").stream()
                .flatMap(table -> table.rows().stream())
                .map(row -> new Threat(row.get(0), Docs.code(row.get(row.size() - 1))));
    }

    private static void assertTest(String named) {
        assertThat(named).matches("\\w+#\\w+");
        String[] parts = named.split("#");
        assertThat(SOURCES.get(parts[0])).as("classes of that name").hasSize(1);
        assertThat(String.join("\n", Docs.lines(SOURCES.get(parts[0]).get(0))))
                .containsPattern("(?s)@\\w*Test\\b(?:(?!\\bvoid ).)*\\bvoid " + parts[1] + "\\(");
    }

    /** The sources of the tests of all modules by the names of their classes. */
    private static Map<String, List<Path>> sources() {
        return Docs.files(Docs.root()).stream()
                .filter(file -> SOURCE.matcher(file.toString()).matches())
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString().replace(".java", "")));
    }

    record Threat(String name, List<String> tests) {

        @Override
        public String toString() {
            return name;
        }
    }
}
