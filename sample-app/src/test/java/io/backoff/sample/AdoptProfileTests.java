package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;

/** Tests the shop with the retries of Spring Framework, under the policy's budget. */
@DisabledIfSystemProperty(
        named = "spring.aot.enabled",
        matches = "true",
        disabledReason = "Code generated ahead of time has the beans of one profile")
class AdoptProfileTests {

    static final String[] PROFILE = {"spring.profiles.active=adopt", "shop.retry-delay=1ms"};

    private static RunningShop shop;

    @BeforeAll
    static void start() {
        shop = RunningShop.start(PROFILE);
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @AfterEach
    void reset() {
        shop.reset();
    }

    @Test
    void ordersArePaidWhileTheProviderIsHealthy() {
        assertThat(shop.placeOrder().getStatusCode()).isEqualTo(HttpStatus.CREATED);
        RunningShop.Batch batch = shop.placeOrders(200);
        assertThat(batch.placed()).isEqualTo(200);
        assertThat(batch.providerRequests()).isEqualTo(200);
    }

    @Test
    void triesThreeTimesThenRespondsWithAProblem() {
        shop.placeOrders(100);
        shop.setProvider("mode=outage");
        long before = shop.providerRequests();
        assertThat(shop.placeOrder().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(shop.providerRequests() - before).isEqualTo(3);
    }

    @Test
    void doesNotWaitForAProviderThatAsksForMoreThanMaxElapsed() {
        shop.setProvider("mode=throttled&share=1&retryAfter=6");
        long before = shop.providerRequests();
        assertThat(shop.placeOrder().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(shop.providerRequests() - before).isEqualTo(1);
    }

    /** Without the budget, 500 orders cost 1,500 requests. */
    @Test
    void outageCostsTheProviderNoMoreThanTheBurst() {
        shop.placeOrders(200);
        shop.setProvider("mode=outage");
        RunningShop.Batch outage = shop.placeOrders(500);
        assertThat(outage.failed()).isEqualTo(500);
        assertThat((double) outage.providerRequests())
                .isGreaterThanOrEqualTo(500 + 20)
                .isLessThanOrEqualTo(500 + outage.permittedRetries());
    }

    @Test
    void budgetCanBeTurnedOff() {
        shop.change("budget", "none");
        shop.setProvider("mode=outage");
        assertThat(shop.placeOrders(100).providerRequests()).isEqualTo(300);
    }

    @Test
    void endpointAndMetersCountTheAdoptedCalls() {
        shop.setProvider("mode=failing&share=0.3");
        double before = shop.scrape().sum("backoff_calls_total", "policy=\"payments\"");
        shop.placeOrders(200);
        assertThat(shop.scrape().sum("backoff_calls_total", "policy=\"payments\"") - before)
                .isEqualTo(200);

        JsonNode endpoint = shop.get("/actuator/backoff");
        assertThat(endpoint.path("methods").size()).isZero();
        assertThat(endpoint.path("adopted").size()).isEqualTo(1);
        JsonNode adopted = endpoint.at("/adopted/0");
        assertThat(adopted.path("method").asString()).isEqualTo("RetryablePaymentService.charge");
        assertThat(adopted.path("by").asString()).isEqualTo("spring-framework");
        assertThat(adopted.path("mode").asString()).isEqualTo("govern");
        assertThat(adopted.path("policy").asString()).isEqualTo("payments");
        assertThat(adopted.path("budget").asString()).isEqualTo("payments");
        assertThat(adopted.path("calls").valueStream().mapToInt(JsonNode::asInt).sum())
                .isEqualTo((int) before + 200);
    }

    /** In a shop of its own: while a page listens, customers place orders too. */
    @Test
    void pageGetsFiguresAndDecisions() throws IOException {
        try (RunningShop watched = RunningShop.start(PROFILE);
                Events events = new Events(watched)) {
            watched.setProvider("mode=failing&share=0.5");
            JsonNode second = events.next("second");
            while (second.at("/window/recovered").asLong() == 0) {
                second = events.next("second");
            }
            assertThat(second.at("/budget/on").asBoolean()).isTrue();
            assertThat(second.at("/budget/capacity").asInt()).isEqualTo(20);
            assertThat(second.at("/window/attempts/1").asLong()).isPositive();
            assertThat(events.next("decisions").at("/0/decision").asString()).isNotEmpty();
        }
    }

    @Test
    void doesNotRetryAWrongAddress() {
        String wrong = "shop.provider-url=http://localhost:${local.server.port}/nowhere";
        try (RunningShop lost = RunningShop.start(PROFILE[0], PROFILE[1], wrong)) {
            assertThat(lost.placeOrder().getStatusCode()).isEqualTo(HttpStatus.BAD_GATEWAY);
            assertThat(lost.scrape().sum("http_client_requests_seconds_count")).isEqualTo(1);
        }
    }
}
