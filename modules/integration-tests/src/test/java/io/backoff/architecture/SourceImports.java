package io.backoff.architecture;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The imports in source files. They show what class files hide: the compiler copies a constant, so that the class that
 * uses it does not name the class that declares it.
 *
 * @param sources a directory of source files
 * @param root the common root package
 */
record SourceImports(Path sources, String root, PackageOrder order) {

    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?([a-z\\d]+(?:\\.[a-z\\d]+)*)\\..*;");

    /** The imports of packages that are not below the importing one. */
    List<String> forbidden() throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(this::forbidden)
                    .toList();
        }
    }

    private Stream<String> forbidden(Path file) {
        List<String> lines = Docs.lines(file);
        String importing = firstIn(lines, PACKAGE).findFirst().orElseThrow();
        return firstIn(lines, IMPORT)
                .filter(imported -> (imported + ".").startsWith(root + "."))
                .filter(imported -> !order.allows(below(importing), below(imported)))
                .map(imported -> file.getFileName() + " imports " + imported);
    }

    private static Stream<String> firstIn(List<String> lines, Pattern pattern) {
        return lines.stream().map(pattern::matcher).filter(Matcher::matches).map(line -> line.group(1));
    }

    private String below(String name) {
        return name.equals(root) ? "" : name.substring(root.length() + 1);
    }
}
