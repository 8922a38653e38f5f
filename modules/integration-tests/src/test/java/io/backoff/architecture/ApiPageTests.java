package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The page docs/api.md lists the API. */
class ApiPageTests {

    private static final Path PAGE = Path.of(System.getProperty("basedir", "."))
            .resolve("../docs/api.md")
            .normalize();
    private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\| (.+) \\| .+ \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void listsAllTypesThatApplicationsMayUse() throws IOException {
        assertThat(listed()).containsExactlyInAnyOrderElementsOf(api());
    }

    private static List<String> listed() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .flatMap(row -> NAME.matcher(row.group(2)).results().map(name -> row.group(1) + "." + name.group(1)))
                .toList();
    }

    private static List<String> api() {
        Api api = new Api("io.backoff");
        Stream<JavaClass> classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.backoff").stream();
        return classes.filter(JavaClass::isTopLevelClass)
                .filter(api::contains)
                .filter(each -> !each.isAnnotatedWith(AutoConfiguration.class))
                .map(JavaClass::getName)
                .toList();
    }
}
