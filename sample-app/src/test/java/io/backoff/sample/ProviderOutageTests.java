package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProviderOutageTests {

    /** The promise is at most 1.1 requests per order plus the burst; when nothing succeeds, it is much less. */
    @Test
    void costsTheProviderNoMoreThanTheBurst() {
        try (RunningShop shop = RunningShop.start()) {
            shop.setProvider("mode=outage");
            RunningShop.Batch batch = shop.placeOrders(1_000);

            assertThat(batch.failed()).isEqualTo(1_000);
            assertThat((double) batch.providerRequests())
                    .isGreaterThanOrEqualTo(1_000 + 20)
                    .isLessThanOrEqualTo(1_000 + batch.permittedRetries())
                    .isLessThanOrEqualTo(1.1 * 1_000 + 20);
            assertThat(shop.providerRequests()).isEqualTo(batch.providerRequests());
        }
    }
}
