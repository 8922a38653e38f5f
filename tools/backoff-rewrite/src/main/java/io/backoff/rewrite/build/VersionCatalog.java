package io.backoff.rewrite.build;

import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of a Gradle version catalog. */
final class VersionCatalog {

    private static final String ALIAS = "(?m)^\\s*([A-Za-z][\\w.-]*)\\s*=\\s*";
    private static final Pattern STRING = Pattern.compile(ALIAS + "[\"']([^:\"']+):([^:\"']+):");
    private static final Pattern MODULE =
            Pattern.compile(ALIAS + "\\{[^}]*\\bmodule\\s*=\\s*[\"']([^:\"']+):([^:\"']+)[\"']");
    /** The two keys may have any order. */
    private static final Pattern NAME = Pattern.compile(
            ALIAS + "\\{(?=[^}]*\\bgroup\\s*=\\s*[\"']([^\"']+)[\"'])(?=[^}]*\\bname\\s*=\\s*[\"']([^\"']+)[\"'])");

    private static final Pattern BUNDLE = Pattern.compile(ALIAS + "\\[([^]]*)]");
    private static final Pattern ENTRY = Pattern.compile("[\"']([^\"']+)[\"']");

    private VersionCatalog() {}

    /** The accessors of artifacts in build files, such as {@code libs.spring.retry}. */
    static Stream<String> accessors(String text, BiPredicate<String, String> artifact) {
        return Stream.of(STRING, MODULE, NAME)
                .flatMap(pattern -> pattern.matcher(text).results())
                .filter(alias -> artifact.test(alias.group(2), alias.group(3)))
                .map(alias -> accessor("libs", alias));
    }

    /** The accessors of bundles, such as {@code libs.bundles.cloud}, that contain one of the artifacts. */
    static Stream<String> bundles(String text, BiPredicate<String, String> artifact) {
        Set<String> artifacts = accessors(text, artifact).collect(Collectors.toSet());
        return BUNDLE.matcher(text)
                .results()
                .filter(bundle -> ENTRY.matcher(bundle.group(2))
                        .results()
                        .anyMatch(entry -> artifacts.contains(accessor("libs", entry))))
                .map(bundle -> accessor("libs.bundles", bundle));
    }

    private static String accessor(String catalog, MatchResult alias) {
        return catalog + "." + alias.group(1).replaceAll("[-_.]", ".");
    }
}
