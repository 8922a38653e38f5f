package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class LostAnswerTests {

    /** The charge is taken, and the connection dies before the shop gets the response. */
    @Test
    void chargesOnceInTwoAttempts() {
        try (LossyLine line = new LossyLine();
                RunningShop shop =
                        RunningShop.start("shop.provider-url=http://localhost:" + line.port() + "/provider")) {
            line.connectTo(shop.port());

            assertThat(shop.placeOrder().getStatusCode()).isEqualTo(HttpStatus.CREATED);

            assertThat(shop.providerRequests()).isEqualTo(2);
            assertThat(shop.charges()).isEqualTo(1);
            Scrape scrape = shop.scrape();
            assertThat(scrape.sum("backoff_calls_total", "policy=\"payments\"", "outcome=\"recovered\""))
                    .isEqualTo(1);
            assertThat(scrape.sum("backoff_attempts_sum", "policy=\"payments\""))
                    .isEqualTo(2);
            assertThat(scrape.sum("backoff_idempotency_total", "outcome=\"executed\""))
                    .isEqualTo(1);
            assertThat(scrape.sum("backoff_idempotency_total", "outcome=\"replayed\""))
                    .isEqualTo(1);
        }
    }
}
