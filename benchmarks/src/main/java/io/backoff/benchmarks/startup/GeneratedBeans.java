package io.backoff.benchmarks.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Generates one class for each bean, because beans of the same class would share a proxy class. */
final class GeneratedBeans {

    private static final String SOURCE = """
            package generated;
            public class Bean%d {
                %s
                public Object call(Object argument) { return argument; }
                public String name() { return "name"; }
                public int size() { return 1; }
                public void begin() {}
                public void end() {}
            }
            """;

    private GeneratedBeans() {}

    /** Compiles the classes of a candidate into a new directory. */
    static Path compile(Candidate candidate, int count) throws IOException {
        Path directory = Files.createTempDirectory("startup");
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString()));
        for (int i = 0; i < count; i++) {
            Path file = directory.resolve("Bean" + i + ".java");
            Files.writeString(file, SOURCE.formatted(i, candidate.annotation));
            arguments.add(file.toString());
        }
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (failed != 0) {
            throw new IOException("The generated classes do not compile");
        }
        return directory;
    }

    static Class<?> load(int number) throws ClassNotFoundException {
        return Class.forName("generated.Bean" + number);
    }
}
