package io.backoff.docs.code.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.test.FakeTime;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest(properties = {"backoff.policies.payments.delay=100ms", "backoff.policies.payments.jitter=none"})
class PaymentServiceTests {

    @Autowired
    PaymentService payments;

    @Autowired
    FakeTime time;

    @Test
    void waitsTwice() {
        assertThatThrownBy(() -> payments.charge(new PaymentService.Order("none left")))
                .isInstanceOf(UncheckedIOException.class);

        assertThat(time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @TestConfiguration
    static class NoWaiting {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }
    }
}
