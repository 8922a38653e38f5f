package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Limits;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Properties that a test sets survive a reload. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"backoff.reload.interval=1s", "backoff.policies.a.max-attempts=6"})
class ReloadInSpringBootTests {

    @TempDir
    private static Path directory;

    @Autowired
    private FakeTime time;

    @Autowired
    private BackoffPolicies policies;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry registry) {
        registry.add("spring.config.additional-location", () -> "optional:file:" + directory + "/");
        registry.add("backoff.policies.a.max-elapsed", () -> "6s");
    }

    @Test
    void filesFollowBelowIt() throws IOException {
        Files.writeString(
                directory.resolve("application.properties"),
                "backoff.policies.a.max-attempts=7\nbackoff.policies.a.max-elapsed=7s\nbackoff.policies.a.enabled=false\n");
        time.advance(Duration.ofSeconds(1));
        assertThat(policies.get("a").enabled()).isFalse();
        assertThat(policies.get("a").limits()).isEqualTo(new Limits(6, Duration.ofSeconds(6), Duration.ZERO));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(BackoffAutoConfiguration.class)
    @Import(FakeTime.class)
    static class Application {}
}
