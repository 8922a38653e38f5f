package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A thousand orders while 30 % of the provider's responses are errors. The failing requests are fixed; the orders that
 * they belong to depend on the threads.
 */
class FailingProviderTests {

    private static final int ORDERS = 1_000;

    private static final Map<String, String> BUDGET_GAUGES = Map.of(
            "ratio", "backoff_budget_ratio",
            "limit", "backoff_budget_ratio_limit",
            "tokens", "backoff_budget_tokens",
            "capacity", "backoff_budget_capacity");

    private static RunningShop shop;
    private static RunningShop.Batch batch;
    private static JsonNode endpoint;
    private static Scrape scrape;

    @BeforeAll
    static void trade() {
        shop = RunningShop.start();
        shop.setProvider("mode=failing&share=0.3");
        batch = shop.placeOrders(ORDERS);
        endpoint = shop.get("/actuator/backoff");
        scrape = shop.scrape();
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void everyOrderIsCountedOnce() {
        assertThat(batch.orders()).isEqualTo(ORDERS);
        assertThat(calls("success") + calls("recovered")).isEqualTo(batch.placed());
        assertThat(calls("exhausted") + calls("budget_denied")).isEqualTo(batch.failed());
        assertThat(scrape.sum("backoff_calls_total")).isEqualTo(ORDERS);
    }

    /** About 96 retries are permitted, of which 70 % succeed: 67, with a standard deviation of 4.5. */
    @Test
    void retriesRecoverOrders() {
        assertThat(calls("recovered")).isBetween(40.0, 94.0);
    }

    @Test
    void retriesStayWithinTheBudget() {
        double ratio = scrape.sum("backoff_budget_ratio", "budget=\"payments\"");
        assertThat(ratio).isEqualTo((double) (batch.providerRequests() - ORDERS) / ORDERS);
        assertThat(ratio).isLessThanOrEqualTo(batch.permittedRetries() / ORDERS);
        assertThat(scrape.sum("backoff_retries_total", "cause=\"http_5xx\""))
                .isEqualTo(batch.providerRequests() - ORDERS);
    }

    @Test
    void attemptsPerCallAreAHistogram() {
        double one = scrape.sum("backoff_attempts_bucket", "le=\"1.0\"");
        double two = scrape.sum("backoff_attempts_bucket", "le=\"2.0\"");
        assertThat(one).isBetween(calls("success"), two - 1);
        assertThat(two).isLessThan(ORDERS);
        assertThat(scrape.sum("backoff_attempts_bucket", "le=\"3.0\"")).isEqualTo(ORDERS);
        assertThat(one + 2 * (two - one) + 3 * (ORDERS - two)).isEqualTo(batch.providerRequests());
        assertThat(scrape.sum("backoff_attempts_sum")).isEqualTo(batch.providerRequests());
    }

    @Test
    void endpointAgreesWithTheScrapeOnCalls() {
        JsonNode calls = endpoint.at("/policies/payments/calls");
        assertThat(calls.properties())
                .isNotEmpty()
                .allSatisfy(outcome -> assertThat(outcome.getValue().asDouble())
                        .as(outcome.getKey())
                        .isEqualTo(calls(outcome.getKey())));
        assertThat(calls.valueStream().mapToInt(JsonNode::asInt).sum()).isEqualTo(ORDERS);
    }

    @Test
    void endpointAgreesWithTheScrapeOnBudgets() {
        JsonNode budget = endpoint.at("/budgets/payments");
        assertThat(budget.propertyNames()).containsExactlyInAnyOrder("ratio", "limit", "tokens", "capacity", "denied");
        BUDGET_GAUGES.forEach((name, gauge) ->
                assertThat(budget.path(name).asDouble()).as(name).isEqualTo(scrape.sum(gauge, "budget=\"payments\"")));
        assertThat(budget.path("denied").asDouble())
                .isPositive()
                .isEqualTo(scrape.sum("backoff_budget_withdrawals_total", "budget=\"payments\"", "result=\"denied\""));
    }

    @Test
    void endpointNamesTheMethodAndWhatIsWrittenInTheFile() {
        JsonNode methods = endpoint.path("methods");
        assertThat(methods.size()).isEqualTo(1);
        assertThat(methods.at("/0/bean").asString()).isEqualTo("paymentService");
        assertThat(methods.at("/0/method").asString()).isEqualTo("PaymentService.charge");
        assertThat(methods.at("/0/policy").asString()).isEqualTo("payments");
        JsonNode attempts = endpoint.at("/policies/payments/properties/max-attempts");
        assertThat(attempts.path("value").asString()).isEqualTo("3");
        assertThat(attempts.path("origin").asString()).contains("application.yml");
    }

    private static double calls(String outcome) {
        return scrape.sum("backoff_calls_total", "policy=\"payments\"", "outcome=\"" + outcome + "\"");
    }
}
