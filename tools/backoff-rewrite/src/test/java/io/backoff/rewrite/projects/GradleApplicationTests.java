package io.backoff.rewrite.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.backoff.rewrite.MigrateResilience4jRetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A complete application that Gradle builds, before and after its migration. */
class GradleApplicationTests {

    private static final Path BEFORE = Path.of("src/test/resources/applications/resilience4j");
    /** The files that differ. */
    private static final Path AFTER = Path.of("src/test/resources/applications/resilience4j-migrated");

    @TempDir
    private Path directory;

    @Test
    void isMigratedOnce() throws IOException {
        Application application = Application.create(directory.resolve("before"), BEFORE);
        Application migrated = Application.create(directory.resolve("after"), BEFORE, AFTER);
        application.migrate(new MigrateResilience4jRetry());
        assertThat(application.files()).isEqualTo(migrated.files());
        assertThat(migrated.migrate(new MigrateResilience4jRetry())).isEmpty();
    }

    @Test
    void doesWhatItDid() throws IOException, InterruptedException {
        assumeTrue(Gradle.isInstalled(), "no Gradle of a version from 4 to 7, on Java 17");
        Gradle gradle = new Gradle(Path.of("target/gradle").toAbsolutePath());
        List<String> lines = gradle.run(
                directory,
                Application.create(directory.resolve("before"), BEFORE),
                Application.create(directory.resolve("after"), BEFORE, AFTER));
        assertThat(lines).hasSize(2 * 8);
        assertThat(lines.subList(8, 16)).isEqualTo(lines.subList(0, 8));
    }
}
