package io.backoff.rewrite.build;

import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The text of a Gradle version catalog. */
final class VersionCatalog {

    private static final String ALIAS = "(?m)^\\s*([A-Za-z][\\w.-]*)\\s*=\\s*";
    private static final Pattern STRING = Pattern.compile(ALIAS + "[\"']([^:\"']+):([^:\"']+):");
    private static final Pattern MODULE =
            Pattern.compile(ALIAS + "\\{[^}]*\\bmodule\\s*=\\s*[\"']([^:\"']+):([^:\"']+)[\"']");
    private static final Pattern NAME = Pattern.compile(
            ALIAS + "\\{[^}]*\\bgroup\\s*=\\s*[\"']([^\"']+)[\"'][^}]*\\bname\\s*=\\s*[\"']([^\"']+)[\"']");

    private VersionCatalog() {}

    /** The accessors of artifacts in build files, such as {@code libs.spring.retry}. */
    static Stream<String> accessors(String text, BiPredicate<String, String> artifact) {
        return Stream.of(STRING, MODULE, NAME)
                .flatMap(each -> each.matcher(text).results())
                .filter(each -> artifact.test(each.group(2), each.group(3)))
                .map(VersionCatalog::accessor);
    }

    private static String accessor(MatchResult match) {
        return "libs." + match.group(1).replaceAll("[-_.]", ".");
    }
}
