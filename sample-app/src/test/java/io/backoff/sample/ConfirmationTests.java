package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

/** The partner learns of every order, and books it once. */
class ConfirmationTests {

    private static RunningShop shop;

    @BeforeAll
    static void start() {
        shop = RunningShop.start(
                "backoff.policies.confirmations.delays=50ms",
                "backoff.policies.confirmations.max-attempts=0",
                "backoff.policies.confirmations.max-elapsed=1h",
                "db-scheduler.polling-interval=50ms");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @BeforeEach
    void open() {
        shop.setPartner("open");
    }

    @Test
    void reachesThePartner() {
        String order = place();
        awaitBooked(order);
    }

    @Test
    void waitsForAPartnerThatIsClosed() {
        shop.setPartner("closed");
        long before = requests();
        String order = place();
        await().atMost(Duration.ofMinutes(1)).until(() -> requests() >= before + 3);
        assertThat(isBooked(order)).isFalse();
        shop.setPartner("open");
        awaitBooked(order);
    }

    /** Delivery at least once has the effect of once: all requests carry the same key. */
    @Test
    void isBookedOnceThoughResponsesGetLost() {
        shop.setPartner("mute");
        int before = booked();
        long requestsBefore = requests();
        String order = place();
        await().atMost(Duration.ofMinutes(1)).until(() -> requests() >= requestsBefore + 3);
        shop.setPartner("open");
        awaitBooked(order);
        assertThat(booked() - before).isOne();
    }

    @Test
    void isNotSentForAnOrderThatWasNotPaid() {
        shop.setProvider("mode=outage");
        int before = booked();
        assertThat(shop.placeOrder().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        shop.setProvider("mode=healthy");
        awaitBooked(place());
        assertThat(booked() - before).isOne();
    }

    @Test
    void isCountedAsACall() {
        awaitBooked(place());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> shop.scrape()
                                .sum(
                                        "backoff_calls_total",
                                        "policy=\"confirmations\"",
                                        "method=\"PartnerNotifier.confirm\"",
                                        "outcome=\"success\"")
                        > 0);
        assertThat(shop.get("/actuator/backoffredeliveries").path("total").asInt())
                .isZero();
    }

    @Test
    void isShownWhileItWaitsAndWhenItIsGivenUp() throws IOException {
        shop.setPartner("closed");
        shop.put("/load?perSecond=0");
        try (Events events = new Events(shop)) {
            place();
            awaitStored(events, stored -> stored.waiting() > 0 && stored.dead() == 0);
            shop.post("/actuator/backoff/confirmations", Map.of("property", "max-attempts", "value", "1"));
            awaitStored(events, stored -> stored.waiting() == 0 && stored.dead() > 0);
            shop.delete("/actuator/backoff/confirmations");
            shop.setPartner("open");
            shop.post("/actuator/backoffredeliveries", Map.of("method", "order-confirmation"));
            awaitStored(events, stored -> stored.waiting() == 0 && stored.dead() == 0);
        }
    }

    private record Stored(int waiting, int dead) {}

    /** Waits until the page gets these figures, which takes seconds. */
    private static void awaitStored(Events events, Predicate<Stored> expected) {
        await().atMost(Duration.ofMinutes(1)).pollDelay(Duration.ZERO).until(() -> {
            JsonNode stored = events.next("second").path("stored");
            return expected.test(new Stored(
                    stored.path("waiting").asInt(), stored.path("dead").asInt()));
        });
    }

    private static String place() {
        ResponseEntity<JsonNode> response = shop.placeOrder();
        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.CREATED);
        return response.getBody().path("id").asString();
    }

    private static void awaitBooked(String order) {
        await().atMost(Duration.ofMinutes(1)).until(() -> isBooked(order));
    }

    private static boolean isBooked(String order) {
        return books().path("orders").has(order);
    }

    private static int booked() {
        return books().path("booked").asInt();
    }

    private static long requests() {
        return books().path("requests").asLong();
    }

    private static JsonNode books() {
        return shop.get("/partner/confirmations");
    }
}
