package io.backoff.rewrite.equivalence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.internal.DefaultJavaTypeFactory;
import org.openrewrite.java.internal.JavaTypeCache;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.yaml.YamlParser;

/** Runs a recipe on files in memory. */
final class RecipeRun implements Migration {

    private static final int CYCLES = 3;
    private static final Types TYPES = new Types();
    // Shared, since it takes most of its time to open the class path.
    private static final JavaParser JAVA = JavaParser.fromJavaVersion()
            .classpath(Libraries.classPath())
            .typeFactory(new DefaultJavaTypeFactory(TYPES))
            .build();

    private final Recipe recipe;

    RecipeRun(Recipe recipe) {
        this.recipe = recipe;
    }

    @Override
    public Map<String, String> migrate(Map<String, String> files) {
        ExecutionContext context = new InMemoryExecutionContext(failure -> {
            throw new AssertionError(failure);
        });
        var after = new LinkedHashMap<>(files);
        var sources = new InMemoryLargeSourceSet(parse(files, context));
        for (var change : recipe.run(sources, context, CYCLES).getChangeset().getAllResults()) {
            if (change.getBefore() != null) {
                after.remove(path(change.getBefore()));
            }
            if (change.getAfter() != null) {
                after.put(path(change.getAfter()), change.getAfter().printAll());
            }
        }
        return after;
    }

    private static String path(SourceFile file) {
        return file.getSourcePath().toString().replace('\\', '/');
    }

    private static List<SourceFile> parse(Map<String, String> files, ExecutionContext context) {
        var parsed = new ArrayList<SourceFile>();
        JAVA.reset();
        TYPES.clear();
        JAVA.parseInputs(inputs(files, ".java"), null, context).forEach(parsed::add);
        YamlParser.builder()
                .build()
                .parseInputs(inputs(files, ".yml"), null, context)
                .forEach(parsed::add);
        PropertiesParser.builder()
                .build()
                .parseInputs(inputs(files, ".properties"), null, context)
                .forEach(parsed::add);
        return parsed;
    }

    private static List<Parser.Input> inputs(Map<String, String> files, String suffix) {
        Stream<Map.Entry<String, String>> found =
                files.entrySet().stream().filter(each -> each.getKey().endsWith(suffix));
        return found.map(each -> Parser.Input.fromString(Path.of(each.getKey()), each.getValue()))
                .toList();
    }

    /** The types of the parsed project, which are cleared before the next one, and those of libraries, which stay. */
    private static final class Types extends JavaTypeCache {

        private final JavaTypeCache libraries = new JavaTypeCache();

        @Override
        public <T> @Nullable T get(String signature) {
            return isOfProject(signature) ? super.get(signature) : libraries.get(signature);
        }

        @Override
        public void put(String signature, Object type) {
            if (isOfProject(signature)) {
                super.put(signature, type);
            } else {
                libraries.put(signature, type);
            }
        }

        private static boolean isOfProject(String signature) {
            return signature.contains("shop.");
        }
    }
}
