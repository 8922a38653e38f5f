package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** How many keys are remembered. */
@ExtendWith(OutputCaptureExtension.class)
class RememberedKeysTests {

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void areAtLeastOne(int max, @TempDir Path directory, CapturedOutput output) {
        assertThat(new YamlApplication(directory)
                        .yaml("backoff:\n  keys:\n    max: " + max + "\n")
                        .report(output))
                .contains("APPLICATION FAILED TO START")
                .contains("Property: backoff.keys.max" + System.lineSeparator())
                .contains("Value: \"" + max + "\"")
                .contains("Origin: application.yml:3:10" + System.lineSeparator())
                .contains("Reason: it must be at least 1")
                .contains("Use 1000, for example.")
                .doesNotContain("Exception");
    }

    @Test
    void mayBeOne() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
                .withPropertyValues("backoff.keys.max=1")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
