package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.backoff.testkit.Docs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The page docs/building.md lists the API, and its Javadoc is checked. */
class ApiPageTests {

    private static final Path PAGE = Docs.GUIDE.resolve("building.md");

    @Test
    void listsAllTypesThatApplicationsMayUse() {
        assertThat(listed()).containsExactlyInAnyOrderElementsOf(api());
    }

    /** The build requires complete Javadoc in these packages. */
    @Test
    void listsThePackagesWhoseJavadocTheBuildChecks() {
        String checked = MavenModule.texts(Path.of(""), "/project/properties/api.packages")
                .get(0);

        assertThat(rows().stream().map(ApiPageTests::packageOf)).containsExactlyInAnyOrder(checked.split(","));
    }

    @Test
    void typesSaySinceWhenTheyExist() {
        assertThat(api()).allSatisfy(type -> assertThat(source(type)).as(type).contains(" * @since "));
    }

    private static String source(String type) {
        Path file = Path.of(type.replace('.', '/') + ".java");
        return MavenModule.ofTheLibrary().stream()
                .map(module -> module.sources().resolve(file))
                .filter(Files::exists)
                .map(source -> String.join("\n", Docs.lines(source)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> listed() {
        return rows().stream()
                .flatMap(row -> Docs.code(row.get(1)).stream().map(type -> packageOf(row) + "." + type))
                .toList();
    }

    private static String packageOf(List<String> row) {
        return Docs.code(row.get(0)).get(0);
    }

    private static List<List<String>> rows() {
        return Docs.table(PAGE, "package").rows();
    }

    private static List<String> api() {
        Api api = new Api(PackageOrder.ROOT);
        return Library.CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(api::contains)
                .filter(type -> !type.isAnnotatedWith(AutoConfiguration.class))
                .map(JavaClass::getName)
                .toList();
    }
}
