package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.test.FakeTime;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Slices behave like the application: in transactions, and in responses of an overloaded server. */
class SliceBehaviourTests {

    @Nested
    @JdbcTest(properties = "backoff.policies.payments.max-attempts=3")
    @Import({BookingService.class, FakeTime.class})
    class Jdbc {

        @Test
        void makesOneAttemptInTheTransactionOfTheTest(@Autowired BookingService bookings) {
            assertThatIllegalStateException().isThrownBy(bookings::book);
            assertThat(bookings.attempts()).isOne();
        }
    }

    @Nested
    @DataJpaTest(properties = {"backoff.policies.payments.max-attempts=3", "tests.auto-configure=jpa"})
    @Import({BookingService.class, FakeTime.class})
    class DataJpa {

        @Test
        void makesOneAttemptInTheTransactionOfTheTest(@Autowired BookingService bookings) {
            assertThatIllegalStateException().isThrownBy(bookings::book);
            assertThat(bookings.attempts()).isOne();
        }
    }

    @Nested
    @JdbcTest(properties = "backoff.policies.payments.max-attempts=2")
    @Import({BookingService.class, FakeTime.class})
    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    class WithoutATransactionOfTheTest {

        @Test
        void retries(@Autowired BookingService bookings) {
            assertThatIllegalStateException().isThrownBy(bookings::book);
            assertThat(bookings.attempts()).isEqualTo(2);
        }
    }

    @Nested
    @WebMvcTest
    @Import(OverloadedController.class)
    class WebMvc {

        @Test
        void rejects(@Autowired MockMvcTester http) {
            assertThat(http.get().uri("/overloaded"))
                    .hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
                    .containsHeader("Retry-Pushback-Ms");
        }
    }

    @Nested
    @WebFluxTest
    @Import(OverloadedController.class)
    class WebFlux {

        @Test
        void rejects(@Autowired WebTestClient http) {
            http.get()
                    .uri("/overloaded")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
                    .expectHeader()
                    .exists("Retry-Pushback-Ms");
        }
    }
}
