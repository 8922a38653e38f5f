package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Docs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests read as sources. */
class DocsTests {

    @TempDir
    private Path checkout;

    @Test
    void filesAreThoseThatPeopleWrote() throws IOException {
        Path written = file("a/src/main/java/A.java");
        file("a/target/it/src/main/java/A.java");
        file(".git/src/main/java/A.java");
        file("a/node_modules/b/src/main/java/A.java");
        assertThat(Docs.files(checkout)).containsExactly(written);
    }

    private Path file(String name) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }
}
