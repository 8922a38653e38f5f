package io.backoff.rewrite.projects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.groovy.GroovyParser;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.properties.PropertiesParser;

/** The files of an application, in a directory of their own. Recipes run on them without a build tool. */
record Application(Path directory) {

    /** Copies files, of which later ones replace earlier ones; they may name the version of this build. */
    static Application create(Path directory, Path... sources) throws IOException {
        for (Path source : sources) {
            for (Map.Entry<String, String> each : read(source).entrySet()) {
                Path file = directory.resolve(each.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(
                        file, each.getValue().replace("@project.version@", System.getProperty("project.version")));
            }
        }
        return new Application(directory);
    }

    Map<String, String> files() throws IOException {
        return read(directory);
    }

    /** The files that the recipe has changed. */
    List<Path> migrate(Recipe recipe) throws IOException {
        ExecutionContext context = new InMemoryExecutionContext(failure -> {
            throw new AssertionError(failure);
        });
        List<SourceFile> sources = new ArrayList<>();
        sources.addAll(parse(
                JavaParser.fromJavaVersion()
                        .classpath(JavaParser.runtimeClasspath())
                        .build(),
                ".java",
                context));
        sources.addAll(parse(PropertiesParser.builder().build(), ".properties", context));
        sources.addAll(parse(GroovyParser.builder().build(), ".gradle", context));
        List<Path> changed = new ArrayList<>();
        for (Result each : recipe.run(new InMemoryLargeSourceSet(sources), context)
                .getChangeset()
                .getAllResults()) {
            SourceFile after = each.getAfter();
            Files.writeString(directory.resolve(after.getSourcePath()), after.printAll());
            changed.add(after.getSourcePath());
        }
        return changed;
    }

    private List<SourceFile> parse(Parser parser, String ending, ExecutionContext context) throws IOException {
        List<Path> files = list(directory).stream()
                .filter(each -> each.toString().endsWith(ending))
                .toList();
        return parser.parse(files, directory, context).toList();
    }

    private static Map<String, String> read(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (Path each : list(directory)) {
            files.put(directory.relativize(each).toString(), Files.readString(each));
        }
        return files;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
