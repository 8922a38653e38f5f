package io.backoff.sample;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that tests use where they are installed. */
final class Program {

    private Program() {}

    /** The program, or else the test is skipped. */
    static Path required(String name, String debianPackage) {
        Optional<Path> found = find(name);
        assumeTrue(
                found.isPresent(),
                () -> "Skipped: there is no " + name + ". On Debian: apt-get install " + debianPackage);
        return found.orElseThrow();
    }

    private static Optional<Path> find(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
