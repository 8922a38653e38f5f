package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/** Each threat in SECURITY.md names tests, and they exist. */
class ThreatsTests {

    private static final String TESTABLE = "org.junit.platform.commons.annotation.Testable";
    private static final Path SOURCES = Docs.root().resolve("backoff-autoconfigure/src/test/java");
    private static final Map<String, List<String>> CLASSES = classes();

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
        assertThat(CLASSES.get(parts[0])).as("classes of that name").hasSize(1);
        Class<?> type = ClassUtils.resolveClassName(CLASSES.get(parts[0]).get(0), ThreatsTests.class.getClassLoader());
        assertThat(type.getDeclaredMethods())
                .filteredOn(ThreatsTests::isTest)
                .extracting(Method::getName)
                .contains(parts[1]);
    }

    private static boolean isTest(Method method) {
        return MergedAnnotations.from(method).isPresent(TESTABLE);
    }

    /** Full names by simple ones. */
    private static Map<String, List<String>> classes() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.map(file -> SOURCES.relativize(file).toString())
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> file.substring(0, file.length() - ".java".length()))
                    .map(file -> file.replace('/', '.').replace('\\', '.'))
                    .collect(Collectors.groupingBy(ClassUtils::getShortName));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    record Threat(String name, List<String> tests) {

        @Override
        public String toString() {
            return name;
        }
    }
}
