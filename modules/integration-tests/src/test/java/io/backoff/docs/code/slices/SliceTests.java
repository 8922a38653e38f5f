package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.test.autoconfigure.AutoConfigureBackoff;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Slices that guard annotated beans: five by themselves, all others and plain Spring tests if they ask for it. */
class SliceTests {

    @Nested
    @WebMvcTest
    class WebMvc extends Guarded {}

    @Nested
    @WebFluxTest
    class WebFlux extends Guarded {}

    @Nested
    @RestClientTest
    class RestClient extends Guarded {}

    @Nested
    @JdbcTest
    class Jdbc extends Guarded {}

    @Nested
    @DataJpaTest(properties = "tests.auto-configure=jpa")
    class DataJpa extends Guarded {}

    @Nested
    @JsonTest
    @AutoConfigureBackoff
    class Json extends Guarded {}

    @Nested
    @SpringJUnitConfig
    @AutoConfigureBackoff
    class Plain extends Guarded {}

    @Import({PaymentService.class, QuoteService.class, FakeTime.class, RecordingListener.class})
    @TestPropertySource(properties = "backoff.policies.payments.max-attempts=3")
    abstract static class Guarded {

        @Autowired
        PaymentService payments;

        @Autowired
        QuoteService quotes;

        @Autowired
        FakeTime time;

        @Autowired
        RecordingListener decisions;

        @Test
        void makesThreeAttempts() {
            assertThatIllegalStateException().isThrownBy(payments::charge);
            assertThat(payments.attempts()).isEqualTo(3);
            assertThat(time.waits()).hasSize(2);
            assertThat(decisions.decisions()).hasSize(3);
        }

        @Test
        void subscribesThreeTimes() {
            assertThatIllegalStateException().isThrownBy(() -> quotes.quote().block());
            assertThat(quotes.attempts()).isEqualTo(3);
        }
    }
}
