package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The page docs/building.md lists the API. */
class ApiPageTests {

    private static final Path PAGE = Docs.GUIDE.resolve("building.md");
    private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\| (.+) \\| .+ \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void listsAllTypesThatApplicationsMayUse() {
        assertThat(listed()).containsExactlyInAnyOrderElementsOf(api());
    }

    private static List<String> listed() {
        return Docs.lines(PAGE).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .flatMap(row -> NAME.matcher(row.group(2)).results().map(name -> row.group(1) + "." + name.group(1)))
                .toList();
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
