package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each feature checks for the auto-configuration by a class of its own, as it could not load a shared one. */
class AutoconfigureRequiredTests {

    private static final Path MODULES = Docs.root().resolve("modules");

    @Test
    void areAlike() {
        List<Path> classes = Docs.files(MODULES).stream()
                .filter(each -> each.endsWith("AutoconfigureRequired.java"))
                .toList();
        Set<String> texts = classes.stream()
                .map(each -> text(each, MODULES.relativize(each).getName(0).toString()))
                .collect(Collectors.toSet());
        assertThat(classes).hasSizeGreaterThanOrEqualTo(7);
        assertThat(texts).hasSize(1);
    }

    /** The text without the names of the package and of the module. */
    private static String text(Path source, String module) {
        String text = String.join("\n", Docs.lines(source));
        assertThat(text).contains(module + " needs the dependency");
        return text.replaceFirst("package [\\w.]+;", "").replace(module, "");
    }
}
