package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static Map<String, String> headers(long millis) {
        return new HttpRejection(Rejection.retryAfter(Duration.ofMillis(millis))).headers();
    }
}
