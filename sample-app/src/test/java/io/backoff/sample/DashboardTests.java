package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

/** Tests the resources and events of the page, without a browser. */
class DashboardTests {

    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"#]+)\"|from '\\./([^']+)'");

    /** On a busy machine, responses take long. */
    private static final String PATIENT = "spring.http.clients.read-timeout=30s";

    private static RunningShop shop;

    @BeforeAll
    static void start() {
        shop = RunningShop.start(PATIENT);
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void nothingThatThePageNeedsIsMissing() throws IOException {
        String page = shop.text("/");
        assertThat(page).doesNotContain("http:", "https:");
        assertThat(references(page))
                .contains("dashboard/app.js")
                .allSatisfy(each -> assertThat(shop.text("/" + each)).isNotEmpty());
        assertThat(references(shop.text("/dashboard/app.js")))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(shop.text("/dashboard/" + each)).isNotEmpty());
    }

    /** The first seconds may come before the first order. */
    @Test
    void ordersComeAndAreReportedWhileAPageListens() throws IOException {
        try (Events events = new Events(shop)) {
            assertThat(events.next("history").isArray()).isTrue();
            JsonNode second = events.next("second");
            // An order is counted before its latency is, and a second may end in between.
            while (second.at("/window/paid").asLong() == 0 || !second.hasNonNull("latency")) {
                second = events.next("second");
            }
            assertThat(second.path("amplification").asDouble()).isPositive();
            assertThat(second.at("/window/attempts/0").asLong()).isPositive();
            assertThat(second.at("/budget/on").asBoolean()).isTrue();
            assertThat(second.at("/budget/capacity").asInt()).isEqualTo(20);
            assertThat(second.at("/allowance/perSecond").asDouble()).isGreaterThan(0.1);
            assertThat(second.at("/latency/p99").asDouble()).isBetween(0.1, 10_000.0);
            assertThat(second.at("/situation/text").asString()).startsWith("All orders are paid.");
            assertThat(events.next("decisions").at("/0/decision").asString()).isNotEmpty();
        }
    }

    @Test
    void budgetIsReportedAsOffWhenThePolicyHasNone() throws IOException {
        shop.change("budget", "none");
        try (Events events = new Events(shop)) {
            JsonNode second = events.next("second");
            assertThat(second.at("/budget/on").asBoolean()).isFalse();
            assertThat(second.path("allowance").isNull()).isTrue();
        } finally {
            shop.reset();
        }
    }

    @Test
    void loadIsBounded() {
        ResponseEntity<JsonNode> rejection = shop.put("/load?perSecond=51");
        assertThat(rejection.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(rejection.getBody().path("detail").asString()).contains("'perSecond'", "50", "51");
        assertThat(shop.put("/load?perSecond=20").getStatusCode()).isEqualTo(HttpStatus.OK);
    }

    @Test
    void limitOfTheProviderIsPositive() {
        ResponseEntity<JsonNode> rejection = shop.put("/provider/limit?perSecond=0");
        assertThat(rejection.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(rejection.getBody().path("detail").asString()).contains("'perSecond'", "1", "0");
    }

    @Test
    void jobRunsOnceAtATimeUntilItEndsOrIsStopped() {
        shop.delete("/provider/limit");
        assertThat(shop.get("/provider/limit").path("perSecond").isNull()).isTrue();
        assertThat(settle(10_000).getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        ResponseEntity<JsonNode> second = settle(10);
        assertThat(second.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
        assertThat(second.getBody().path("detail").asString())
                .isEqualTo("A job is running. Stop it, or wait until it ends.");
        shop.delete("/settlements");
        awaitTheEnd();
        assertThat(shop.get("/settlements").path("settled").asInt()).isBetween(1, 9_999);

        settle(10);
        awaitTheEnd();
        assertThat(shop.get("/settlements").path("charges").asInt()).isEqualTo(10);
        assertThat(shop.get("/settlements").path("settled").asInt()).isEqualTo(10);
    }

    @Test
    void chargesOfAJobAreBounded() {
        ResponseEntity<JsonNode> rejection = settle(10_001);
        assertThat(rejection.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(rejection.getBody().path("detail").asString()).contains("'charges'", "10000", "10001");
    }

    private static ResponseEntity<JsonNode> settle(int charges) {
        return shop.post("/settlements?charges=" + charges, Map.of());
    }

    private static void awaitTheEnd() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> !shop.get("/settlements").path("running").asBoolean());
    }

    private static String[] references(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .map(DashboardTests::file)
                .filter(each -> !each.startsWith("actuator"))
                .toArray(String[]::new);
    }

    private static String file(MatchResult reference) {
        return reference.group(1) != null ? reference.group(1) : reference.group(2);
    }
}
