package io.backoff.docs;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Java or Kotlin code, with its imports separated.
 *
 * @param imports the import lines, in order
 * @param code the other lines that are not empty, without indentation
 */
record Snippet(List<String> imports, List<String> code) {

    private static final Pattern TEXT_OR_COMMENT = Pattern.compile("\"[^\"]*\"|//.*");

    /** Imports of the example's own types, which readers have under other names. */
    private static final Predicate<String> OF_THE_EXAMPLE = line -> line.startsWith("import io.backoff.docs.");

    static Snippet of(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(each -> !each.isEmpty()).toList();
        return new Snippet(
                lines.stream().filter(Snippet::isImport).toList(),
                lines.stream().filter(each -> !isImport(each)).toList());
    }

    /** Whether this code contains the other, line by line. */
    boolean contains(Snippet part) {
        return String.join("\n", code).contains(String.join("\n", part.code));
    }

    /** The imports of this code that the other needs. */
    List<String> importsFor(Snippet part) {
        return imports.stream()
                .filter(OF_THE_EXAMPLE.negate())
                .filter(part::needs)
                .toList();
    }

    private boolean needs(String line) {
        boolean java = line.endsWith(";");
        String name = line.replaceAll(".*\\.|;", "");
        // In Kotlin, a name after a dot may be imported: an extension.
        Pattern word = Pattern.compile((java ? "(?<![\\w.])" : "\\b") + Pattern.quote(name) + "\\b");
        return code.stream()
                .map(each -> TEXT_OR_COMMENT.matcher(each).replaceAll(""))
                .anyMatch(each -> word.matcher(each).find());
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}
