package io.backoff.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.SettingsLog;
import io.backoff.config.change.SettingsReload;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.autoconfigure.ConfigurationPropertiesRebinderAutoConfiguration;
import org.springframework.cloud.autoconfigure.RefreshAutoConfiguration;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.cloud.context.environment.EnvironmentManager;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@ExtendWith(OutputCaptureExtension.class)
class BackoffCloudAutoConfigurationTests {

    @TempDir
    private Path directory;

    @Test
    void isAbsentWithoutSpringCloud() {
        Applications.with(BackoffAutoConfiguration.class, BackoffCloudAutoConfiguration.class)
                .withClassLoader(new FilteredClassLoader(EnvironmentChangeEvent.class))
                .run(running ->
                        assertThat(running).hasNotFailed().doesNotHaveBean(BackoffCloudAutoConfiguration.class));
    }

    @Test
    void isAbsentWhereTheRestIs() {
        Applications.with(BackoffCloudAutoConfiguration.class)
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(EnvironmentChanges.class));
    }

    @Test
    void aRefreshIsFollowed(CapturedOutput output) {
        write("attempts: 5", "backoff: {policies: {a: {max-attempts: '${attempts}', delay: 1s}}}");
        try (ConfigurableApplicationContext running = start()) {
            write("attempts: 7", "backoff: {policies: {a: {max-attempts: '${attempts}'}}}");
            running.getBean(ContextRefresher.class).refresh();
            assertThat(policy(running).limits().maxAttempts()).isEqualTo(7);
            assertThat(policy(running).schedule(2).get(0).max()).isEqualTo(Duration.ofMillis(200));
            assertThat(output).doesNotContain("WARN");
            assertThat(running.getBean(SettingsLog.class).latest())
                    .extracting(each -> each.property() + " " + each.source())
                    .containsExactly("backoff.policies.a.max-attempts REFRESH", "backoff.policies.a.delay REFRESH");
            assertThat(running.getBean(SettingsReload.class).applied()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-attempts: many", "max-attempts: -1", "max-atempts: 4"})
    void aBadRefreshIsRejected(String field, CapturedOutput output) {
        write("backoff: {policies: {a: {max-attempts: 5}}}");
        try (ConfigurableApplicationContext running = start()) {
            write("backoff: {policies: {a: {delay: 3s, " + field + "}}}");
            running.getBean(ContextRefresher.class).refresh();
            assertThat(policy(running).limits().maxAttempts()).isEqualTo(5);
            assertThat(policy(running).schedule(2).get(0).max()).isEqualTo(Duration.ofMillis(200));
            assertThat(output).contains("WARN", "backoff.policies.a.", "application.yml:1:");
        }
    }

    @Test
    void aSinglePropertyIsFollowed() {
        write("attempts: 5", "backoff: {policies: {a: {max-attempts: '${attempts}'}}}");
        try (ConfigurableApplicationContext running = start()) {
            EnvironmentManager environment = running.getBean(EnvironmentManager.class);
            environment.setProperty("attempts", "6");
            assertThat(policy(running).limits().maxAttempts()).isEqualTo(6);
            environment.reset();
            assertThat(policy(running).limits().maxAttempts()).isEqualTo(5);
        }
    }

    /** Otherwise, any change of the environment would undo the values read from the files. */
    @Test
    void whereFilesAreReadAgainTheirStateCounts() {
        write("backoff: {reload: {interval: 10s}, policies: {a: {max-attempts: 5}}}");
        try (ConfigurableApplicationContext running = start()) {
            write("backoff: {reload: {interval: 10s}, policies: {a: {max-attempts: 7}}}");
            running.getBean(FakeTime.class).advance(Duration.ofSeconds(10));
            running.getBean(EnvironmentManager.class).setProperty("backoff.policies.a.delay", "3s");
            assertThat(policy(running).limits().maxAttempts()).isEqualTo(7);
            assertThat(policy(running).schedule(2).get(0).max()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    private void write(String... lines) {
        try {
            Files.writeString(directory.resolve("application.yml"), String.join("\n", lines));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .run("--spring.config.location=file:" + directory + "/", "--logging.level.root=warn");
    }

    private static BackoffPolicy policy(ConfigurableApplicationContext running) {
        return running.getBean(BackoffPolicies.class).get("a");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffCloudAutoConfiguration.class,
        RefreshAutoConfiguration.class,
        ConfigurationPropertiesRebinderAutoConfiguration.class
    })
    @Import({FakeTime.class, EnvironmentManager.class})
    static class Application {}
}
