package io.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsLog;
import io.backoff.engine.BackoffOperations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

/** A minimal application: everything optional stays off silently. */
class StarterTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Application.class);

    @Test
    void retries() {
        application.run(running -> assertThat(running.getBean(BackoffOperations.class)
                        .<String, RuntimeException>call("default", () -> "done"))
                .isEqualTo("done"));
    }

    @Test
    void remembersChanges() {
        application.run(running -> {
            running.getBean(PolicyStore.class)
                    .change(
                            SettingsGroup.POLICIES,
                            "default",
                            Map.of("max-attempts", "7"),
                            Author.of(null, ChangeSource.ENDPOINT));
            assertThat(running.getBean(SettingsLog.class).latest())
                    .singleElement()
                    .satisfies(change -> assertThat(change.to()).isEqualTo("7"));
        });
    }

    @Test
    void hasTheDocumentedOrder() {
        application.run(running -> assertThat(
                        running.getBean("backoffAdvisor", Ordered.class).getOrder())
                .isEqualTo(2147483646));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.backoff.adopt.reactor.",
                "io.backoff.adopt.resilience4j.",
                "io.backoff.adopt.springretry.",
                "io.backoff.cloud.",
                "io.backoff.context.",
                "io.backoff.grpc.",
                "io.backoff.health.",
                "io.backoff.kotlin.",
                "io.backoff.meters.",
                "io.backoff.metrics.",
                "io.backoff.actuate.",
                "io.backoff.http.server.",
                "io.backoff.server.",
                "io.backoff.idempotency.jdbc.",
                "io.backoff.idempotency.reactor.",
                "io.backoff.idempotency.redis.",
                "io.backoff.transaction.",
                "io.backoff.idempotency.web.",
                "io.backoff.idempotency.autoconfigure.BackoffIdempotencyJson",
                "io.backoff.idempotency.autoconfigure.BackoffIdempotencySecurity",
                "io.backoff.idempotency.autoconfigure.BackoffIdempotencyTransaction"
            })
    void leafOfAnAbsentLibraryAddsNothing(String leaf) {
        application.run(running -> assertThat(running.getBeanDefinitionNames())
                .contains("io.backoff.autoconfigure.BackoffAutoConfiguration")
                .noneMatch(name -> name.startsWith(leaf)));
    }

    @EnableAutoConfiguration
    static class Application {}
}
