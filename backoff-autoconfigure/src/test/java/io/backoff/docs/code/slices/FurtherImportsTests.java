package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.annotation.Import;

/** The further imports of a slice, for publishers and for the transaction of the test. */
class FurtherImportsTests {

    private static final String POLICY = "backoff.policies.payments.max-attempts=3";

    @Test
    void withoutTheImportForReactorAMonoIsRejected() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withPropertyValues(POLICY)
                .withBean(QuoteService.class)
                .run(slice -> assertThat(slice)
                        .getFailure()
                        .hasMessageContaining("QuoteService.quote")
                        .hasMessageContaining("Mono"));
    }

    @Nested
    @WebFluxTest(properties = POLICY)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffReactorAutoConfiguration.class
    })
    @Import({QuoteService.class, FakeTime.class})
    class OfReactor {

        @Test
        void guardsAMono(@Autowired QuoteService quotes) {
            assertThatIllegalStateException().isThrownBy(() -> quotes.quote().block());
            assertThat(quotes.attempts()).isEqualTo(3);
        }
    }

    @Nested
    @JdbcTest(properties = POLICY)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffTransactionAutoConfiguration.class
    })
    @Import({BookingService.class, FakeTime.class})
    class OfTransactions {

        @Test
        void makesOneAttemptInTheTransactionOfTheTest(@Autowired BookingService bookings) {
            assertThatIllegalStateException().isThrownBy(bookings::book);
            assertThat(bookings.attempts()).isOne();
        }
    }

    @Nested
    @JdbcTest(properties = POLICY)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    @Import({BookingService.class, FakeTime.class})
    class OfNoTransactions {

        @Test
        void retriesInTheTransactionOfTheTest(@Autowired BookingService bookings) {
            assertThatIllegalStateException().isThrownBy(bookings::book);
            assertThat(bookings.attempts()).isEqualTo(3);
        }
    }
}
