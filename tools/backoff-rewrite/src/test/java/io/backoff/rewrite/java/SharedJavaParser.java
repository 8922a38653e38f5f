package io.backoff.rewrite.java;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.java.JavaParser;

/** A parser that tests with the same libraries share: to open the libraries takes longer than to parse a test's code. */
public final class SharedJavaParser extends JavaParser.Builder<JavaParser, SharedJavaParser> {

    private static final Map<List<String>, JavaParser> PARSERS = new ConcurrentHashMap<>();
    private static final ExecutionContext CONTEXT = new InMemoryExecutionContext();

    private SharedJavaParser() {}

    /** A parser with libraries of the class path, by the names of their jars. */
    public static SharedJavaParser of(String... libraries) {
        return new SharedJavaParser().classpath(libraries);
    }

    @Override
    public JavaParser build() {
        return PARSERS.computeIfAbsent(key(), key -> newParser()).reset();
    }

    private List<String> key() {
        return Stream.concat(artifactNames.stream(), sources().stream().map(SharedJavaParser::text))
                .toList();
    }

    private JavaParser newParser() {
        return JavaParser.fromJavaVersion()
                .classpath(artifactNames.toArray(String[]::new))
                .dependsOn(sources())
                .build();
    }

    private List<Parser.Input> sources() {
        return dependsOn == null ? List.of() : List.copyOf(dependsOn);
    }

    private static String text(Parser.Input input) {
        return input.getSource(CONTEXT).readFully();
    }
}
