package io.backoff.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;

/** Classes with guarded methods, one policy for each class. */
final class GeneratedServices {

    static final int METHODS = 10;

    private static final String CLASS = """
            package generated;
            import io.backoff.Backoff;
            public class Service%1$d implements Runnable {
                private int calls;
                private void failFirst() { if (calls++ %% 2 == 0) throw new IllegalStateException("down"); }
                %2$s
                @Override public void run() {}
            }
            """;

    private static final String METHOD = """
            @Backoff("policy-%1$d") public void call%2$d() { failFirst(); }
            """;

    private final ClassLoader loader;
    private final int count;

    private GeneratedServices(ClassLoader loader, int count) {
        this.loader = loader;
        this.count = count;
    }

    /** Compiles this many classes into a directory. */
    static GeneratedServices compile(Path directory, int count) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString()));
        for (int number = 0; number < count; number++) {
            Path file = directory.resolve("Service" + number + ".java");
            Files.writeString(file, source(number));
            arguments.add(file.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        URL[] urls = {directory.toUri().toURL()};
        return new GeneratedServices(new URLClassLoader(urls, GeneratedServices.class.getClassLoader()), count);
    }

    private static String source(int number) {
        String methods = IntStream.range(0, METHODS)
                .mapToObj(method -> METHOD.formatted(number, method))
                .collect(Collectors.joining());
        return CLASS.formatted(number, methods);
    }

    ClassLoader loader() {
        return loader;
    }

    List<Class<?>> classes() {
        List<Class<?>> classes = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            try {
                classes.add(loader.loadClass("generated.Service" + number));
            } catch (ClassNotFoundException missing) {
                throw new IllegalStateException(missing);
            }
        }
        return classes;
    }
}
