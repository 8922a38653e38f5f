package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties and meters that the documentation mentions in its text exist. */
class NamesTests {

    private static final Pattern NAME = Pattern.compile("(backoff(?:\\.[a-z0-9<>-]+)+)(?::? .*)?");
    private static final String CODE = Docs.sources();
    // Some names are composed in the code; the names in this table are compared with a registry.
    private static final Set<String> METERS = Docs.table(Docs.GUIDE.resolve("metrics.md"), "meter").rows().stream()
            .flatMap(row -> Docs.code(row.get(0)).stream())
            .collect(Collectors.toSet());

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void exist(Path page, String name) {
        assertThat(Metadata.knows(name) || METERS.contains(name) || CODE.contains('"' + name + '"'))
                .as("'%s' in %s is a property, the beginning of some, or a name in the code", name, page)
                .isTrue();
    }

    static Stream<Object[]> exist() {
        return Docs.all().stream().flatMap(page -> names(page).stream().map(name -> new Object[] {page, name}));
    }

    private static List<String> names(Path page) {
        return Docs.prose(page).stream()
                .flatMap(line -> Docs.code(line).stream())
                .map(NAME::matcher)
                .filter(found -> found.matches())
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }
}
