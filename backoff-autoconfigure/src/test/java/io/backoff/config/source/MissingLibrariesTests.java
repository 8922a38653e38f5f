package io.backoff.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Properties of a library that is absent, here of Spring Boot's health. */
@Logged(MissingLibraries.class)
class MissingLibrariesTests {

    private final ApplicationContextRunner application = Applications.with(BackoffAutoConfiguration.class);
    private final ApplicationContextRunner withoutHealth =
            application.withClassLoader(new FilteredClassLoader(HealthIndicator.class));

    @Test
    void areNamedInAWarning(CapturedOutput output) {
        withoutHealth
                .withPropertyValues("backoff.health.enabled=true", "backoff.health.exhausted-for=2m")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output)
                .containsOnlyOnce("'backoff.health.enabled' is set, but its library is not on the class path. "
                        + "Add spring-boot-starter-actuator, or remove the property (\"backoff.health.enabled\" from "
                        + "property source \"test\")")
                .containsOnlyOnce("'backoff.health.exhausted-for' is set");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff.health.enabled=false",
                "backoff.health.enabled=${on:FALSE}",
                "backoff.metrics.enabled=true"
            })
    void areNotNamedIfTheyAskForNothing(String property, CapturedOutput output) {
        withoutHealth
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).doesNotContain("is set, but");
    }

    @Test
    void areNotNamedWithTheLibrary(CapturedOutput output) {
        application
                .withPropertyValues("backoff.health.enabled=true")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).doesNotContain("is set, but");
    }
}
