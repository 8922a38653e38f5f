package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The properties that are documented as decided at build time are those that beans depend on. */
class BuildTimeTests {

    private static final Pattern CONDITION = Pattern.compile("@ConditionalOn(?:Boolean)?Property\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("\"([\\w-]+(?:\\.[\\w-]+)+)\"");

    @Test
    void areNamed() {
        Set<String> conditions = CONDITION
                .matcher(Docs.sources())
                .results()
                .flatMap(condition -> NAME.matcher(condition.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(Docs.table(Docs.GUIDE.resolve("building.md"), "decided by the build").rows().stream()
                        .flatMap(row -> Docs.code(row.get(0)).stream()))
                .containsExactlyInAnyOrderElementsOf(conditions);
    }
}
