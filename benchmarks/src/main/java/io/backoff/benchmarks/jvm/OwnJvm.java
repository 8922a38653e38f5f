package io.backoff.benchmarks.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program of the benchmarks that runs in its own JVM, with the class path of this JVM. */
public final class OwnJvm {

    private final Class<?> program;
    private final List<String> options;
    private final String classPath;

    private OwnJvm(Class<?> program, List<String> options, String classPath) {
        this.program = program;
        this.options = options;
        this.classPath = classPath;
    }

    /** Prepares the program, with JVM options such as {@code -Xmx1g}. */
    public static OwnJvm of(Class<?> program, String... options) {
        return new OwnJvm(program, List.of(options), System.getProperty("java.class.path"));
    }

    /** Returns a copy with a directory of classes in front of the class path. */
    public OwnJvm with(Path classes) {
        return new OwnJvm(program, options, classes + File.pathSeparator + classPath);
    }

    /**
     * Runs the program and waits for its end.
     *
     * @return the output of the program; empty if the program failed, in which case its output is printed to
     *     {@code System.err}
     */
    public Optional<String> run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() == 0) {
            return Optional.of(printed);
        }
        System.err.print(printed);
        return Optional.empty();
    }
}
