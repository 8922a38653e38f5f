package io.backoff.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command in the guide. */
class CommandTests {

    @Test
    void theVersionOfThePluginIsTheOneThatWasTested() throws IOException {
        String version = System.getProperty("rewrite-plugin.version");
        assertThat(Files.readAllLines(Path.of("../../docs/migration/README.md")))
                .filteredOn(each -> each.contains("rewrite-maven-plugin:"))
                .isNotEmpty()
                .allMatch(each -> each.contains("rewrite-maven-plugin:" + version + ":run"));
    }
}
