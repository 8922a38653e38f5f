package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links within the documentation have a target. */
class LinksTests {

    private static final List<String> OTHER_PAGES = List.of("CHANGELOG.md", "CONTRIBUTING.md");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

    @ParameterizedTest
    @MethodSource
    void lead(Link link) {
        assertThat(link.target).exists();
        if (link.anchor != null) {
            assertThat(anchors(link.target)).contains(link.anchor);
        }
    }

    static Stream<Link> lead() {
        return Stream.concat(Docs.all().stream(), OTHER_PAGES.stream().map(Docs.root()::resolve))
                .flatMap(page -> Docs.find(page, LINK)
                        .map(found -> new Link(page, target(page, found.group(1)), found.group(2))));
    }

    private static Path target(Path page, String path) {
        return path.isEmpty() ? page : page.resolveSibling(path).normalize();
    }

    /** The anchors that GitHub creates for headings. */
    private static List<String> anchors(Path page) {
        assertThat(Files.isRegularFile(page)).isTrue();
        return Docs.prose(page).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(title -> title.replaceAll("[^\\p{L}\\d _-]", "").replace(' ', '-'))
                .toList();
    }

    record Link(Path page, Path target, String anchor) {}
}
