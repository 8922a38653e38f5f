package io.backoff.rewrite.projects;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The Gradle that is installed; it takes all artifacts from the local repository of Maven. */
final class Gradle {

    /** For processes that end before the second compiler pays off. */
    private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Path home;

    Gradle(Path home) {
        this.home = home;
    }

    /** Whether there is a Gradle that understands the file of the application; such a Gradle needs Java 17. */
    static boolean isInstalled() {
        boolean found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "gradle")));
        return found && Runtime.version().feature() == 17 && version().matches("(?s).*Gradle [4-7]\\..*");
    }

    private static String version() {
        try {
            ProcessBuilder builder = new ProcessBuilder("gradle", "--version").redirectErrorStream(true);
            builder.environment().put("GRADLE_OPTS", OPTIONS);
            Process process = builder.start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Compiles and runs applications one after the other, as projects of one build: starting Gradle takes most of the
     * time. What they print about their calls comes back.
     *
     * @param build the directory that contains those of the applications
     */
    List<String> run(Path build, Application... applications) throws IOException, InterruptedException {
        List<String> names = Stream.of(applications)
                .map(each -> build.relativize(each.directory()).toString())
                .toList();
        Files.writeString(build.resolve("settings.gradle"), "include '" + String.join("', '", names) + "'\n");
        List<String> tasks = names.stream().map(each -> ":" + each + ":run").toList();
        Optional<List<String>> lines = run(build, tasks, "--offline");
        if (lines.isEmpty() && isIncomplete()) {
            // Gradle reads the poms of versions that Maven does not: the first run may have to download them.
            lines = run(build, tasks, "--console=plain");
            assumeTrue(lines.isPresent() || !isIncomplete(), "artifacts are missing that cannot be downloaded");
        }
        if (lines.isEmpty()) {
            throw new AssertionError(Files.readString(output()));
        }
        return lines.get();
    }

    private Optional<List<String>> run(Path build, List<String> tasks, String option)
            throws IOException, InterruptedException {
        Path script = repositories();
        List<String> command = new ArrayList<>(
                List.of("gradle", "--no-daemon", option, "-q", "-g", home.toString(), "-I", script.toString()));
        command.addAll(tasks);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(build.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().put("GRADLE_OPTS", OPTIONS);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        if (!ended || process.exitValue() != 0) {
            return Optional.empty();
        }
        return Optional.of(Files.readAllLines(output()).stream()
                .filter(each -> each.startsWith("| "))
                .toList());
    }

    /** Whether artifacts other than those of this build are missing. */
    private boolean isIncomplete() throws IOException {
        String output = Files.readString(output());
        return output.contains("Could not ") && !output.contains("Could not find io.backoff:");
    }

    private Path repositories() throws IOException {
        Path script = Files.createDirectories(home).resolve("repositories.gradle");
        Path built = BuiltArtifacts.in(home.resolve("built"));
        Path local = Path.of(System.getProperty("local.repository"));
        return Files.writeString(script, """
                allprojects {
                    repositories {
                        maven { url '%s' }
                        maven { url '%s' }
                    }
                    tasks.withType(JavaExec) {
                        jvmArgs '%s'.split(' ')
                    }
                }
                """.formatted(built.toUri(), local.toUri(), OPTIONS));
    }

    private Path output() {
        return home.resolve("output.txt");
    }
}
