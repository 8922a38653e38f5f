package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Outcome;
import io.backoff.testkit.FailingRegistry;
import io.backoff.testkit.Scrape;
import io.backoff.testkit.Shop;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Meters of methods that other libraries retry. */
class AdoptedMetersTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withPropertyValues("resilience4j.retry.instances.inventory.max-attempts=5")
            .withUserConfiguration(Libraries.All.class, Shop.Payments.class, Shop.Mails.class, Shop.Stock.class);

    @ParameterizedTest
    @CsvSource({
        "Payments.charge, adopted, observe",
        "Mails.send, adopted, observe",
        "Stock.count, inventory, observe",
        "Stock.count, inventory, govern",
    })
    void everyOutcomeIsThereAtStartup(String method, String policy, String mode) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Map<String, String> labels = Map.of("policy", policy, "method", method);
        application
                .withPropertyValues("backoff.adopt.mode=" + mode)
                .withBean(MeterRegistry.class, () -> registry)
                .run(running -> {
                    Scrape scrape = Scrape.of(registry);
                    assertThat(scrape.values("backoff_calls_total", "outcome", labels))
                            .containsExactlyInAnyOrderElementsOf(Stream.of(Outcome.values())
                                    .map(Outcome::tag)
                                    .toList());
                    assertThat(scrape.sum("backoff_calls_total")).isZero();
                    assertThat(scrape.values("backoff_retries_total", "cause", labels))
                            .contains("io", "other");
                    assertThat(scrape.values("backoff_delay_seconds_count", "method", labels))
                            .containsExactly(method);
                });
    }

    @Test
    void bucketsReachTheAttemptsOfTheLibrary() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        application.withBean(MeterRegistry.class, () -> registry).run(running -> {
            assertThat(buckets(registry, "Payments.charge")).containsExactly("1.0", "2.0", "3.0", "4.0", "+Inf");
            assertThat(buckets(registry, "Mails.send")).containsExactly("1.0", "2.0", "+Inf");
            assertThat(buckets(registry, "Stock.count")).containsExactly("1.0", "2.0", "3.0", "4.0", "5.0", "+Inf");
        });
    }

    private static Iterable<String> buckets(PrometheusMeterRegistry registry, String method) {
        return Scrape.of(registry).values("backoff_attempts_bucket", "le", Map.of("method", method));
    }

    @Test
    void callsAreCounted() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        application.withBean(MeterRegistry.class, () -> registry).run(running -> {
            running.getBean(Shop.Payments.class).charge(0);
            assertThat(registry.get("backoff.calls")
                            .tags("policy", "adopted", "method", "Payments.charge", "outcome", "success")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("backoff.attempts")
                            .tags("method", "Payments.charge")
                            .summary()
                            .totalAmount())
                    .isEqualTo(1);
        });
    }

    @Test
    void budgetsOfMethodsHaveMeters() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        application
                .withPropertyValues("backoff.adopt.mode=govern", "backoff.budgets.default.burst=7")
                .withBean(MeterRegistry.class, () -> registry)
                .run(running -> assertThat(registry.get("backoff.budget.capacity")
                                .tag("budget", "Stock.count")
                                .gauge()
                                .value())
                        .isEqualTo(7));
    }

    @ParameterizedTest
    @CsvSource({"backoff.metrics.enabled=false, 0", "backoff.metrics.method-tag=false, 0", "backoff.enabled=true, 4"})
    void settingsOfMetersApply(String property, int methods) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        application
                .withPropertyValues(property)
                .withBean(MeterRegistry.class, () -> registry)
                .run(running -> assertThat(registry.find("backoff.delay").timers().stream()
                                .filter(each -> each.getId().getTag("method") != null))
                        .hasSize(methods));
    }

    @ParameterizedTest
    @CsvSource({"true, observe", "false, observe", "true, govern", "false, govern"})
    void aFailingRegistryHarmsNoCall(boolean atOnce, String mode) {
        application
                .withPropertyValues("backoff.adopt.mode=" + mode)
                .withBean(MeterRegistry.class, () -> new FailingRegistry(atOnce))
                .run(running -> {
                    assertThat(running.getBean(Shop.Payments.class).charge(0)).isEqualTo("paid");
                    assertThat(running.getBean(Shop.Mails.class).send()).isEqualTo("given up");
                    assertThat(running.getBean(Shop.Stock.class).count()).isEqualTo(7);
                });
    }
}
