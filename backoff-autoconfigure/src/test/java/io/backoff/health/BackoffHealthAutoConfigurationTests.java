package io.backoff.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.BackoffOperations;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

class BackoffHealthAutoConfigurationTests {

    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class,
                    BackoffHealthAutoConfiguration.class,
                    HealthContributorAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class)
            .withBean(FakeTime.class)
            .withPropertyValues("backoff.policies.payments.delay=1ms", "backoff.budgets.payments.burst=2");

    @Test
    void isAbsentByDefault() {
        application.run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(BudgetHealthIndicator.class));
    }

    @Test
    void isAbsentWithoutHealth() {
        Applications.with(BackoffAutoConfiguration.class, BackoffHealthAutoConfiguration.class)
                .withPropertyValues("backoff.health.enabled=true")
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .hasSingleBean(BackoffAutoConfiguration.class)
                        .doesNotHaveBean("backoffHealthIndicator"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1s"})
    void rejectsATimeThatIsNotPositive(String time) {
        application
                .withPropertyValues("backoff.health.enabled=true", "backoff.health.exhausted-for=" + time)
                .run(running -> assertThat(running)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContainingAll("backoff.health.exhausted-for", "it must be more than 0"));
    }

    @Test
    void isUpWhileBudgetsPay() {
        enabled(running -> {
            Health health = health(running);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("exhausted", List.of());
            assertThat(budgets(health))
                    .containsEntry("payments", Map.of("tokens", 2, "capacity", 2, "denied", 0L))
                    .containsKey("default");
        });
    }

    @Test
    void isOutOfServiceOnceABudgetHasDeniedForAMinute() {
        enabled(running -> {
            fail(running);
            assertThat(health(running).getStatus()).isEqualTo(Status.UP);
            running.getBean(FakeTime.class).advance(Duration.ofSeconds(30));
            fail(running);
            running.getBean(FakeTime.class).advance(Duration.ofSeconds(30));
            Health health = health(running);
            assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(health.getDetails()).containsEntry("exhausted", List.of("payments"));
            assertThat(budgets(health)).extracting("payments").asString().contains("tokens=0", "deniedFor=PT1M");
        });
    }

    @Test
    void isUpAgainWithTheFirstToken() {
        enabled(running -> {
            exhaust(running);
            RetryBudget budget = running.getBean(Budgets.class).find("payments");
            budget.refill();
            assertThat(health(running).getStatus()).isEqualTo(Status.UP);
        });
    }

    @Test
    void isUpAgainWhenNobodyAsks() {
        enabled(running -> {
            exhaust(running);
            assertThat(health(running).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            running.getBean(FakeTime.class).advance(Duration.ofSeconds(61));
            assertThat(health(running).getStatus()).isEqualTo(Status.UP);
        });
    }

    private void enabled(ContextConsumer<AssertableApplicationContext> check) {
        application.withPropertyValues("backoff.health.enabled=true").run(check);
    }

    private static Health health(AssertableApplicationContext running) {
        HealthContributorRegistry registry = running.getBean(HealthContributorRegistry.class);
        return ((HealthIndicator) registry.getContributor("backoff")).health();
    }

    @SuppressWarnings("unchecked") // The indicator puts a map there.
    private static Map<String, Object> budgets(Health health) {
        return (Map<String, Object>) health.getDetails().get("budgets");
    }

    private static void exhaust(AssertableApplicationContext running) {
        fail(running);
        running.getBean(FakeTime.class).advance(Duration.ofMinutes(2));
        fail(running);
    }

    /** Asks for more retries than the bucket and the reserve have. */
    private static void fail(AssertableApplicationContext running) {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> running.getBean(BackoffOperations.class).call("payments", () -> {
                        throw new IOException("down");
                    }))
                    .isInstanceOf(IOException.class);
        }
    }
}
