package io.backoff.rewrite.projects;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/** The artifacts of this build, as a Maven repository. */
final class BuiltArtifacts {

    private static final Path ROOT = Path.of("../..");
    /** A module on the class path: a jar, or a directory before it is packaged. */
    private static final Pattern MODULE =
            Pattern.compile("/(backoff-(?!starter|rewrite)[a-z-]+)/target/(classes$|\\1-[^/]*\\.jar$)");

    private static final String VERSION = System.getProperty("project.version");

    private BuiltArtifacts() {}

    static Path in(Path repository) throws IOException {
        pom(repository, "backoff-parent", ROOT.resolve("pom.xml"));
        pom(repository, "backoff-starter", ROOT.resolve("backoff-starter/pom.xml"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher module = MODULE.matcher(entry);
            if (module.find()) {
                String artifact = module.group(1);
                pom(repository, artifact, pom(artifact));
                jar(Path.of(entry), file(repository, artifact, ".jar"));
            }
        }
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

    private static Path pom(String artifact) {
        Path pom = ROOT.resolve(artifact + "/pom.xml");
        return Files.exists(pom) ? pom : ROOT.resolve("modules/" + artifact + "/pom.xml");
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
