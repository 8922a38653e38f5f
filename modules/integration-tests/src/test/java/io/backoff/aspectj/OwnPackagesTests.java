package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of the library that AspectJ's agent skips: all but the package of the aspect. */
class OwnPackagesTests {

    private static final Pattern MODULE = Pattern.compile("(modules/)?backoff-[\\w-]+/src/main/java/(.*)/[^/]+\\.java");
    private static final Pattern EXCLUDED = Pattern.compile("<exclude within=\"(io\\.backoff[^\"]*)\"/>");

    @Test
    void areExcludedFromWeavingButForThatOfTheAspect() throws IOException {
        Set<String> woven = packages();
        excludes().forEach(pattern -> woven.removeIf(each -> matches(pattern, each)));
        assertThat(woven).containsExactly("io.backoff.aspectj");
    }

    @Test
    void areAllThatIsExcludedUnderTheirRoot() throws IOException {
        Set<String> packages = packages();
        assertThat(excludes())
                .isNotEmpty()
                .allMatch(pattern -> packages.stream().anyMatch(each -> matches(pattern, each)));
    }

    private static Set<String> excludes() throws IOException {
        String file =
                Files.readString(Docs.root().resolve("backoff-autoconfigure/src/main/resources/META-INF/aop.xml"));
        return EXCLUDED.matcher(file).results().map(each -> each.group(1)).collect(Collectors.toSet());
    }

    private static Set<String> packages() throws IOException {
        Path root = Docs.root();
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(each -> MODULE.matcher(root.relativize(each).toString()))
                    .filter(Matcher::matches)
                    .map(each -> each.group(2).replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("..*")
                ? (name + ".").startsWith(pattern.substring(0, pattern.length() - 2))
                : pattern.equals(name + ".*");
    }
}
