package io.backoff.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the guide. */
class CommandTests {

    @ParameterizedTest
    @ValueSource(strings = {"README", "spring-retry", "spring-framework", "resilience4j"})
    void theVersionOfThePluginIsTheOneThatWasTested(String page) throws IOException {
        String version = System.getProperty("rewrite-plugin.version");
        assertThat(Files.readAllLines(Path.of("../../docs/migration/" + page + ".md")))
                .filteredOn(each -> each.contains("rewrite-maven-plugin:"))
                .isNotEmpty()
                .allMatch(each -> each.contains("rewrite-maven-plugin:" + version + ":run"));
    }
}
