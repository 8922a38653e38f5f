package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What dry runs predict of orders while 30 % of the provider's responses are errors, and what becomes of them. */
class DryRunTests {

    private static final int ORDERS = 2_000;

    private static final Map<Change, JsonNode> PREDICTIONS = new EnumMap<>(Change.class);

    private static RunningShop shop;
    private static RunningShop.Batch before;

    @BeforeAll
    static void observe() {
        // A smaller bucket would deny nearly all third attempts, so their share of failures would be left to chance.
        shop = RunningShop.start("backoff.budgets.payments.burst=200");
        shop.setProvider("mode=failing&share=0.3");
        before = shop.placeOrders(ORDERS);
        for (Change each : Change.values()) {
            PREDICTIONS.put(each, each.post(true));
        }
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @ParameterizedTest
    @EnumSource
    void predictsWhatIsMeasured(Change change) {
        change.post(false);
        shop.post(Change.BURST.path, Map.of("property", "tokens", "value", "full"));
        RunningShop.Batch after = shop.placeOrders(ORDERS);
        shop.delete(change.path);

        assertPredicts(PREDICTIONS.get(change).path("replay"), "to", after);
    }

    @ParameterizedTest
    @EnumSource
    void repeatsWhatHappened(Change change) {
        assertPredicts(PREDICTIONS.get(change).path("replay"), "from", before);
    }

    /** Chance: 2,500 simulations of this test differed by at most 0.09 attempts and 0.08 successes per order. */
    private static void assertPredicts(JsonNode replay, String side, RunningShop.Batch batch) {
        assertThat(replay.path("attemptsPerCall").path(side).asDouble())
                .isCloseTo(batch.providerRequests() / (double) batch.orders(), within(0.12));
        assertThat(replay.path("succeeded").path(side).asDouble())
                .isCloseTo(batch.placed() / (double) batch.orders(), within(0.1));
    }

    private enum Change {
        MAX_ATTEMPTS("/actuator/backoff/payments", "max-attempts", "1"),
        BURST("/actuator/backoff/budgets/payments", "burst", "400"),
        REFUND("/actuator/backoff/budgets/payments", "refund", "true");

        private final String path;
        private final String property;
        private final String value;

        Change(String path, String property, String value) {
            this.path = path;
            this.property = property;
            this.value = value;
        }

        JsonNode post(boolean dryRun) {
            JsonNode response = shop.post(path, Map.of("property", property, "value", value, "dryRun", dryRun))
                    .getBody();
            assertThat(response).isNotNull();
            return response;
        }
    }
}
