package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

class PlacingOrdersTests {

    private static RunningShop shop;

    @BeforeAll
    static void start() {
        shop = RunningShop.start();
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void succeedsImmediatelyWhileTheProviderIsHealthy() {
        shop.setProvider("mode=healthy");
        ResponseEntity<JsonNode> order = shop.placeOrder();
        assertThat(order.getStatusCode()).isEqualTo(HttpStatus.CREATED);
        assertThat(order.getBody().path("charge").asString())
                .endsWith(order.getBody().path("id").asString());
        RunningShop.Batch batch = shop.placeOrders(200);
        assertThat(batch.placed()).isEqualTo(200);
        assertThat(batch.failed()).isZero();
        assertThat(batch.providerRequests()).isEqualTo(200);
    }

    @Test
    void triesThreeTimesThenRespondsWithAProblem() {
        shop.setProvider("mode=outage");
        long before = shop.providerRequests();
        assertThatPaymentFailed(shop.placeOrder(), HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(shop.providerRequests() - before).isEqualTo(3);
    }

    @Test
    void doesNotWaitForAProviderThatAsksForMoreThanMaxElapsed() {
        shop.setProvider("mode=throttled&share=1&retryAfter=6");
        long before = shop.providerRequests();
        assertThatPaymentFailed(shop.placeOrder(), HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(shop.providerRequests() - before).isEqualTo(1);
    }

    @Test
    void waitsAtLeastAsLongAsAThrottlingProviderAsks() {
        shop.setProvider("mode=throttled&share=1&retryAfter=1");
        RunningShop.Batch batch = shop.placeOrders(1);
        assertThat(batch.providerRequests()).isEqualTo(3);
        assertThat(batch.seconds()).isBetween(2.0, 5.0);
    }

    @Test
    void rejectsAModeThatTheProviderDoesNotKnow() {
        ResponseEntity<JsonNode> response = shop.setProvider("mode=sleepy");
        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(response.getBody().path("detail").asString()).contains("OUTAGE", "sleepy");
    }

    @Test
    void retriesAProviderThatCannotBeReached() {
        try (RunningShop alone = RunningShop.start("shop.provider-url=http://localhost:1")) {
            assertThatPaymentFailed(alone.placeOrder(), HttpStatus.SERVICE_UNAVAILABLE);
            assertThat(alone.scrape().sum("http_client_requests_seconds_count")).isEqualTo(3);
        }
    }

    @Test
    void doesNotRetryAWrongAddress() {
        try (RunningShop lost = RunningShop.start("shop.provider-url=http://localhost:${local.server.port}/nowhere")) {
            assertThatPaymentFailed(lost.placeOrder(), HttpStatus.BAD_GATEWAY);
            assertThat(lost.scrape().sum("http_client_requests_seconds_count")).isEqualTo(1);
        }
    }

    private static void assertThatPaymentFailed(ResponseEntity<JsonNode> response, HttpStatus status) {
        assertThat(response.getStatusCode()).isEqualTo(status);
        assertThat(response.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(response.getBody().path("title").asString()).isEqualTo("Payment failed");
    }
}
