package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that tests use if it is installed. */
record Program(Path path) {

    /** Finds the program; skips the test if it is missing. */
    static Program required(String name, String debianPackage) {
        Optional<Program> found = find(name);
        assumeTrue(
                found.isPresent(),
                () -> "Skipped: there is no %s. On Debian: apt-get install %s".formatted(name, debianPackage));
        return found.orElseThrow();
    }

    private static Optional<Program> find(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Program::new);
    }

    /** Runs the program to its end. */
    Result run(Path directory, String... arguments) {
        try {
            Path output = Files.createTempFile("program", ".out");
            Process process = start(directory, output, arguments);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", path).isTrue();
            Result result = new Result(process.exitValue(), Files.readString(output));
            Files.delete(output);
            return result;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** Starts the program, with all output written to a file. */
    Process start(Path directory, Path output, String... arguments) throws IOException {
        String[] command =
                Stream.concat(Stream.of(path.toString()), Stream.of(arguments)).toArray(String[]::new);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // Programs in Go, such as promtool, otherwise spend much of their time collecting garbage.
        builder.environment().put("GOGC", "400");
        return builder.start();
    }

    record Result(int exit, String output) {

        void assertSuccess() {
            assertThat(exit).as(output).isZero();
        }
    }
}
