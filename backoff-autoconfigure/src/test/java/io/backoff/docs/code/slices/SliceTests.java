package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/** A slice guards no beans by itself, but annotated beans once it has the auto-configurations. */
class SliceTests {

    @Nested
    @WebMvcTest
    class WebMvc extends NotGuarded {}

    @Nested
    @WebMvcTest
    class WebMvcWithImport extends Guarded {}

    @Nested
    @WebFluxTest
    class WebFlux extends NotGuarded {}

    @Nested
    @WebFluxTest
    class WebFluxWithImport extends Guarded {}

    @Nested
    @RestClientTest
    class RestClient extends NotGuarded {}

    @Nested
    @RestClientTest
    class RestClientWithImport extends Guarded {}

    @Nested
    @JdbcTest
    class Jdbc extends NotGuarded {}

    @Nested
    @JdbcTest
    class JdbcWithImport extends Guarded {}

    @Nested
    @JsonTest
    class Json extends NotGuarded {}

    @Nested
    @JsonTest
    class JsonWithImport extends Guarded {}

    @Import(PaymentService.class)
    abstract static class NotGuarded {

        @Autowired
        PaymentService payments;

        @Test
        void makesOneAttempt() {
            assertThatIllegalStateException().isThrownBy(payments::charge);
            assertThat(payments.attempts()).isOne();
        }
    }

    @Import({PaymentService.class, FakeTime.class})
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    @TestPropertySource(properties = "backoff.policies.payments.max-attempts=3")
    abstract static class Guarded {

        @Autowired
        PaymentService payments;

        @Test
        void makesThreeAttempts() {
            assertThatIllegalStateException().isThrownBy(payments::charge);
            assertThat(payments.attempts()).isEqualTo(3);
        }
    }
}
