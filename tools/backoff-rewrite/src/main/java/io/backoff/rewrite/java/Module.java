package io.backoff.rewrite.java;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A module of a build: the parent directory of {@code src}. */
public record Module(Path directory) implements Comparable<Module> {

    /** The directories of a source set, such as {@code src/main/java}. */
    private static final Set<String> KINDS = Set.of("java", "kotlin", "groovy", "resources");

    /**
     * Returns the module of a file. A path may contain several directories {@code src}, because the module itself may
     * be below one.
     */
    public static Module of(Path file) {
        var sources = IntStream.range(0, file.getNameCount())
                .filter(i -> file.getName(i).toString().equals("src"))
                .boxed()
                .toList();
        int index = sources.stream()
                .filter(i -> i + 2 < file.getNameCount()
                        && KINDS.contains(file.getName(i + 2).toString()))
                .findFirst()
                .or(() -> sources.stream().findFirst())
                .orElse(0);
        return new Module(index == 0 ? Path.of("") : file.subpath(0, index));
    }

    /** Whether a file belongs to the application instead of its tests. */
    public static boolean isMain(Path file) {
        return file.startsWith(of(file).directory().resolve("src").resolve("main"));
    }

    /** Whether a file belongs to tests: in {@code src/test}, {@code src/integrationTest} and the like. */
    public static boolean isTest(Path file) {
        Path sources = of(file).directory().resolve("src");
        if (!file.startsWith(sources) || sources.getNameCount() + 1 >= file.getNameCount()) {
            return false;
        }
        String name = file.getName(sources.getNameCount()).toString().toLowerCase(Locale.ROOT);
        return Stream.of("test", "tests", "it").anyMatch(name::endsWith);
    }

    public Path resource(String sourceSet, String name) {
        return directory.resolve("src").resolve(sourceSet).resolve("resources").resolve(name);
    }

    @Override
    public int compareTo(Module other) {
        return directory.compareTo(other.directory);
    }
}
