package io.backoff.rewrite.migration;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** A module of a build: the parent directory of {@code src}. */
record Module(Path directory) implements Comparable<Module> {

    static Module of(Path file) {
        for (int i = 0; i < file.getNameCount(); i++) {
            if (file.getName(i).toString().equals("src")) {
                return new Module(i == 0 ? Path.of("") : file.subpath(0, i));
            }
        }
        return new Module(Path.of(""));
    }

    /** Whether a file belongs to the application instead of its tests. */
    static boolean isMain(Path file) {
        return file.startsWith(of(file).directory().resolve("src").resolve("main"));
    }

    /** Whether a file belongs to tests: in {@code src/test}, {@code src/integrationTest} and the like. */
    static boolean isTest(Path file) {
        Path sources = of(file).directory().resolve("src");
        if (!file.startsWith(sources) || sources.getNameCount() + 1 >= file.getNameCount()) {
            return false;
        }
        String name = file.getName(sources.getNameCount()).toString().toLowerCase(Locale.ROOT);
        return Stream.of("test", "tests", "it").anyMatch(name::endsWith);
    }

    Path resource(String sourceSet, String name) {
        return directory.resolve("src").resolve(sourceSet).resolve("resources").resolve(name);
    }

    @Override
    public int compareTo(Module other) {
        return directory.compareTo(other.directory);
    }
}
