package io.backoff.rewrite.applications;

import io.backoff.Backoff;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** The artifacts of this build, as a Maven repository. */
final class BuiltArtifacts {

    private static final String VERSION = System.getProperty("project.version");

    private BuiltArtifacts() {}

    static Path in(Path repository) throws IOException {
        pom(repository, "backoff-parent", Path.of("../pom.xml"));
        pom(repository, "backoff-starter", Path.of("../backoff-starter/pom.xml"));
        pom(repository, "backoff-autoconfigure", Path.of("../backoff-autoconfigure/pom.xml"));
        jar(classes(), file(repository, "backoff-autoconfigure", ".jar"));
        try (OutputStream out = Files.newOutputStream(file(repository, "backoff-starter", ".jar"))) {
            new JarOutputStream(out).close();
        }
        return repository;
    }

    private static void pom(Path repository, String artifact, Path pom) throws IOException {
        Files.copy(pom, file(repository, artifact, ".pom"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path file(Path repository, String artifact, String ending) throws IOException {
        Path directory = repository.resolve("io/backoff/" + artifact + "/" + VERSION);
        return Files.createDirectories(directory).resolve(artifact + "-" + VERSION + ending);
    }

    /** A jar, or a directory before it is packaged. */
    private static Path classes() {
        try {
            return Path.of(Backoff.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void jar(Path classes, Path jar) throws IOException {
        if (Files.isRegularFile(classes)) {
            Files.copy(classes, jar, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        List<Path> files;
        try (var all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path each : files) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, out);
            }
        }
    }
}
