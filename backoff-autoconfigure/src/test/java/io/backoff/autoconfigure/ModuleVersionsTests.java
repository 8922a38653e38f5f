package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;

class ModuleVersionsTests {

    @TempDir
    private Path directory;

    private final List<URL> classPath = new ArrayList<>();

    @Test
    void rejectsJarsOfDifferentVersions() throws IOException {
        jar("backoff-core", "1.1.0");
        jar("backoff-adopt", "1.0.0");

        assertThatExceptionOfType(MixedVersionsException.class)
                .isThrownBy(this::check)
                .satisfies(failure -> assertThat(failure.getMessage().lines())
                        .containsExactly(
                                "Jars of different versions of Backoff are on the class path:",
                                "",
                                "    backoff-adopt 1.0.0 (file:" + directory + "/backoff-adopt-1.0.0.jar)",
                                "    backoff-core 1.1.0 (file:" + directory + "/backoff-core-1.1.0.jar)"));
    }

    @Test
    void rejectsTwoVersionsOfOneJar() throws IOException {
        jar("backoff-core", "1.1.0");
        jar("backoff-core", "1.0.0");

        assertThatExceptionOfType(MixedVersionsException.class)
                .isThrownBy(this::check)
                .withMessageContainingAll("backoff-core 1.0.0", "backoff-core 1.1.0");
    }

    @Test
    void acceptsOneVersion() throws IOException {
        jar("backoff-core", "1.1.0");
        jar("backoff-adopt", "1.1.0");
        classes("backoff-adopt", "1.1.0");

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    /** As in a jar that a shading tool has assembled. */
    @Test
    void acceptsModulesThatDoNotSayWhoTheyAre() {
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void ignoresResourcesThatAnEditorHasCopied() throws IOException {
        jar("backoff-core", "1.1.0");
        classes("${project.artifactId}", "${project.version}");

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    /** A library may contain a copy of ours whose packages have other names. */
    @Test
    void ignoresRelocatedCopies() throws IOException {
        jar("backoff-core", "1.1.0");
        Path file = directory.resolve("library.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new ZipEntry(ModuleVersions.RESOURCE));
            write(jar, "backoff-core", "1.0.0");
        }
        add(file);

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void runsInEachApplication() {
        assertThat(new SpringApplication().getInitializers()).hasAtLeastOneElementOfType(ModuleVersions.class);
    }

    @Test
    void reportsTheRemedy() throws IOException {
        jar("backoff-core", "1.1.0");
        jar("backoff-adopt", "1.0.0");

        assertThatExceptionOfType(MixedVersionsException.class)
                .isThrownBy(this::check)
                .extracting(failure -> new MixedVersionsFailureAnalyzer().analyze(failure))
                .satisfies(analysis -> assertThat(analysis.getAction())
                        .contains("import 'io.backoff:backoff-bom'", "'io.backoff:backoff-starter' alone"));
    }

    private void check() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new), null)) {
            ModuleVersions.check(loader);
        }
    }

    private void jar(String artifact, String version) throws IOException {
        Path file = directory.resolve(artifact + "-" + version + ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new ZipEntry("io/backoff/"));
            jar.putNextEntry(new ZipEntry(ModuleVersions.RESOURCE));
            write(jar, artifact, version);
        }
        add(file);
    }

    private void classes(String artifact, String version) throws IOException {
        Path classes = directory.resolve("classes");
        Path file = classes.resolve(ModuleVersions.RESOURCE);
        Files.createDirectories(file.getParent());
        try (OutputStream resource = Files.newOutputStream(file)) {
            write(resource, artifact, version);
        }
        add(classes);
    }

    private static void write(OutputStream target, String artifact, String version) throws IOException {
        target.write("artifact=%s%nversion=%s%n".formatted(artifact, version).getBytes(StandardCharsets.ISO_8859_1));
    }

    private void add(Path entry) throws MalformedURLException {
        classPath.add(entry.toUri().toURL());
    }
}
