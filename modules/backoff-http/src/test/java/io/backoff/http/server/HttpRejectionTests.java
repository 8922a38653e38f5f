package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.backoff.server.Rejection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpRejectionTests {

    @Test
    void secondsAreRoundedUp() {
        assertThat(headers(2_001)).containsEntry("Retry-After", "3").containsEntry("Retry-Pushback-Ms", "2001");
        assertThat(headers(2_000)).containsEntry("Retry-After", "2");
    }

    @Test
    void theBodySaysWhetherAndWhenToRetry() {
        assertThat(new HttpRejection(Rejection.retryAfter(Duration.ofMillis(2_001)))
                        .problem()
                        .body())
                .containsExactly(
                        entry("type", "urn:problem:backoff:overloaded"),
                        entry("title", "Overloaded"),
                        entry("status", 503),
                        entry("retry", "after"),
                        entry("retryAfterMs", 2_001));
        assertThat(new HttpRejection(Rejection.NO_RETRY).problem().body())
                .containsExactly(
                        entry("type", "urn:problem:backoff:overloaded-no-retry"),
                        entry("title", "Overloaded, do not retry"),
                        entry("status", 503),
                        entry("retry", "never"));
    }

    private static Map<String, String> headers(long millis) {
        return new HttpRejection(Rejection.retryAfter(Duration.ofMillis(millis))).headers();
    }
}
