package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Scrape;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Dashboards and alerts depend on these names. */
class PrometheusTests {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ApplicationContextRunner application =
            MeteredApplication.runner(PrometheusMeterRegistry.class, () -> registry);

    @Test
    void namesAreThoseOfTheDocumentation() {
        application.run(running -> assertThat(Scrape.of(registry).names())
                .containsExactlyInAnyOrder(
                        "backoff_calls_total",
                        "backoff_attempts_bucket",
                        "backoff_attempts_count",
                        "backoff_attempts_sum",
                        "backoff_attempts_max",
                        "backoff_retries_total",
                        "backoff_delay_seconds_count",
                        "backoff_delay_seconds_sum",
                        "backoff_delay_seconds_max",
                        "backoff_budget_ratio",
                        "backoff_budget_ratio_limit",
                        "backoff_budget_tokens",
                        "backoff_budget_capacity",
                        "backoff_budget_withdrawals_total",
                        "backoff_reloads_total"));
    }

    @Test
    void labelsAreThoseOfTheDocumentation() {
        application.run(running -> assertThat(Scrape.of(registry).labels())
                .containsExactlyInAnyOrder("policy", "method", "outcome", "cause", "le", "budget", "result"));
    }

    @Test
    void everyCombinationIsThereAtStartup() {
        String method = "PaymentService.charge";
        Map<String, String> labels = Map.of("policy", "payments", "method", method);
        application.run(running -> {
            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.values("backoff_calls_total", "outcome", labels))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(Outcome.values()).map(Outcome::tag).toList());
            assertThat(scrape.values("backoff_retries_total", "cause", labels))
                    .containsExactlyInAnyOrderElementsOf(Stream.of(RetryCause.values())
                            .filter(each -> each != RetryCause.GRPC)
                            .map(RetryCause::tag)
                            .toList());
            assertThat(scrape.values("backoff_attempts_bucket", "le", labels))
                    .containsExactly("1.0", "2.0", "3.0", "+Inf");
            assertThat(scrape.values("backoff_delay_seconds_count", "method", labels))
                    .containsExactly(method);
        });
    }

    @Test
    void everythingStartsAtZeroButTheBudget() {
        application.run(running -> assertThat(Scrape.of(registry).series())
                .filteredOn(each -> !each.name().matches("backoff_budget_(ratio_limit|tokens|capacity)"))
                .isNotEmpty()
                .allMatch(each -> each.value() == 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 10", "11, 10", "0, 10", "2147483647, 10"})
    void bucketsGoUpToTenAttempts(int maxAttempts, int buckets) {
        application
                .withPropertyValues("backoff.policies.payments.max-attempts=" + maxAttempts)
                .run(running -> assertThat(Scrape.of(registry)
                                .values("backoff_attempts_bucket", "le", Map.of("method", "PaymentService.charge")))
                        .hasSize(buckets + 1)
                        .contains("1.0", buckets + ".0", "+Inf"));
    }

    @Test
    void withoutMethodTagNoSeriesNamesMethods() {
        application.withPropertyValues("backoff.metrics.method-tag=false").run(running -> {
            running.getBean(MeteredApplication.PaymentService.class).charge(() -> "paid");
            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.labels()).doesNotContain("method");
            assertThat(scrape.sum("backoff_calls_total", Map.of("policy", "payments")))
                    .isOne();
        });
    }

    @Test
    void recoveredCallShowsInEveryMeter() {
        Map<String, String> labels = Map.of("policy", "payments", "method", "PaymentService.charge");
        application.run(running -> {
            Iterator<Integer> attempts = List.of(1, 2, 3).iterator();
            running.getBean(MeteredApplication.PaymentService.class).charge(() -> failUntilThird(attempts.next()));
            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.sum("backoff_calls_total")).isOne();
            assertThat(scrape.sum("backoff_calls_total", with(labels, "outcome", "recovered")))
                    .isOne();
            assertThat(scrape.sum("backoff_retries_total", with(labels, "cause", "io")))
                    .isEqualTo(2);
            assertThat(scrape.sum("backoff_attempts_sum", labels)).isEqualTo(3);
            assertThat(scrape.sum("backoff_attempts_bucket", with(labels, "le", "2.0")))
                    .isZero();
            assertThat(scrape.sum("backoff_attempts_bucket", with(labels, "le", "3.0")))
                    .isOne();
            assertThat(scrape.sum("backoff_delay_seconds_count", labels)).isEqualTo(2);
            assertThat(scrape.sum("backoff_delay_seconds_sum", labels)).isEqualTo(0.3);
        });
    }

    private static int failUntilThird(int attempt) throws IOException {
        if (attempt < 3) {
            throw new IOException("attempt " + attempt);
        }
        return attempt;
    }

    private static Map<String, String> with(Map<String, String> labels, String name, String value) {
        Map<String, String> more = new HashMap<>(labels);
        more.put(name, value);
        return more;
    }
}
