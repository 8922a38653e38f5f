package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.backoff.testkit.Docs;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** The properties that are documented as decided at build time are those that beans depend on. */
class BuildTimeTests {

    private static final Set<String> CONDITIONS =
            Set.of(ConditionalOnProperty.class.getName(), ConditionalOnBooleanProperty.class.getName());

    @Test
    void areNamed() {
        var documented = Docs.table(Docs.GUIDE.resolve("building.md"), "decided by the build").rows().stream()
                .flatMap(row -> Docs.code(row.get(0)).stream());
        assertThat(documented).containsExactlyInAnyOrderElementsOf(conditions());
    }

    private static Set<String> conditions() {
        return new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests()).importPackages("io.backoff").stream()
                        .flatMap(type -> Stream.concat(
                                type.getAnnotations().stream(),
                                type.getMethods().stream().flatMap(method -> method.getAnnotations().stream())))
                        .filter(annotation ->
                                CONDITIONS.contains(annotation.getRawType().getName()))
                        .flatMap(BuildTimeTests::names)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> names(JavaAnnotation<?> annotation) {
        return Stream.of("name", "value")
                .flatMap(each -> Stream.of((String[]) annotation.get(each).orElseThrow()));
    }
}
