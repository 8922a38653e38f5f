package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.sample.GrafanaDashboard.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A real Prometheus scrapes the shop, and the queries of the dashboard and the alerts find series. */
class PrometheusTests {

    /** Series that the shop lacks: it polls nothing. */
    private static final Predicate<String> NOT_IN_THE_SHOP =
            Pattern.compile("backoff_poll").asPredicate();

    @TempDir
    static Path directory;

    private static RunningShop shop;
    private static Prometheus prometheus;

    @BeforeAll
    static void start() throws IOException {
        Program.required("prometheus", "prometheus");
        shop = RunningShop.start();
        prometheus = Prometheus.scraping(shop, directory);
        shop.setProvider("mode=failing&share=0.3");
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (shop != null) {
            shop.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyPanelHasData() {
        return new GrafanaDashboard()
                .queries()
                .filter(query -> !NOT_IN_THE_SHOP.test(query.expression()))
                .map(query -> DynamicTest.dynamicTest(query.name(), () -> awaitData(query)));
    }

    @Test
    void everyRuleCanBeEvaluated() {
        await().pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(prometheus.rules().valueStream())
                        .hasSize(36)
                        .allSatisfy(rule ->
                                assertThat(rule.path("health").asString()).isEqualTo("ok")));
    }

    /**
     * An alert on a series that does not exist would never fire. Idempotent methods have meters after their first call.
     */
    @ParameterizedTest
    @MethodSource
    void seriesOfTheAlertsExist(String series) {
        await().pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(prometheus.query(series)).isNotEmpty());
    }

    static Stream<String> seriesOfTheAlertsExist() throws IOException {
        String rules = Files.readString(GrafanaDashboard.DIRECTORY.resolve("backoff-alerts.yml"));
        return Pattern.compile("(?<![\\w:])backoff_\\w+(?![\\w:])")
                .matcher(rules)
                .results()
                .map(MatchResult::group)
                .filter(Predicate.not(NOT_IN_THE_SHOP))
                .distinct();
    }

    @Test
    void calleeThatIsDownFiresThePage() {
        try {
            shop.setProvider("mode=outage");
            await().pollDelay(Duration.ZERO).atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                shop.placeOrders(100);
                assertThat(prometheus.query("ALERTS{alertname=\"BackoffCallsFailing\", policy=\"payments\"}"))
                        .isNotEmpty();
            });
        } finally {
            shop.setProvider("mode=failing&share=0.3");
        }
    }

    private static void awaitData(Query query) {
        await().pollDelay(Duration.ZERO).atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            shop.placeOrders(10);
            assertThat(prometheus.query(query.expression()).valueStream())
                    .as(query.expression())
                    .anySatisfy(sample -> assertThat(value(sample)).isFinite());
        });
    }

    private static double value(JsonNode sample) {
        String value = sample.at("/value/1").asString();
        return value.equals("NaN") || value.endsWith("Inf") ? Double.NaN : Double.parseDouble(value);
    }
}
