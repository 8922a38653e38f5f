package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.aot.Shop.Address;
import io.backoff.aot.Shop.Booking;
import io.backoff.aot.Shop.Letter;
import io.backoff.aot.Shop.Letters;
import io.backoff.aot.Shop.Payments;
import io.backoff.aot.Shop.Receipt;
import io.backoff.method.InvalidBackoffException;
import io.backoff.polling.BackoffPolls;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.AheadOfTime;
import io.backoff.testkit.RecordingTransactions;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

/** Applications that start from generated code instead of their configuration classes. */
@CompileWithForkedClassLoader
class GeneratedContextTests {

    private static final Map<String, Object> PAYMENTS = Map.of(
            "backoff.policies.payments.delay", "1s",
            "backoff.policies.payments.jitter", "none");
    private static final Map<String, Object> OFF =
            Map.of("backoff.enabled", "false", "backoff.policies.payments.delay", "1s");

    /** In one test, because compiling takes most of the time. */
    @Test
    void doAllThatAnnotationsAskForOrAreRejectedWhenTheyStart() {
        AheadOfTime.build(Shop.class, Map.of()).compile(shop -> {
            shop.run(PAYMENTS, GeneratedContextTests::doesAllThatAnnotationsAskFor);
            assertRejected(shop);
        });
    }

    private static void doesAllThatAnnotationsAskFor(ApplicationContext context) {
        var payments = context.getBean(Payments.class);
        assertThat(payments.charge(4)).isEqualTo("later: attempt 3");
        assertThat(payments.refund(7)).isEqualTo("by a deputy");
        assertThat(payments.chargeLater(9).join()).isEqualTo("attempt 9");
        assertThat(payments.chargeReactively(12).block()).isEqualTo("attempt 12");
        assertThat(payments.status(15).attempt()).isEqualTo(15);
        context.getBean(Booking.class).book();
        assertThat(context.getBean(RecordingTransactions.class).events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
        var letter = new Letter(new Address("Main Street"));
        assertThat(context.getBean(Letters.class).send(letter)).isEqualTo(new Receipt(1));
        assertThat(context.getBean(Letters.class).send(letter)).isEqualTo(new Receipt(1));
        assertThat(context.getBean(BackoffPolls.class).all()).hasSize(1);
    }

    private static void assertRejected(AheadOfTime.Application shop) {
        assertThatThrownBy(starting(shop, Map.of()))
                .isInstanceOf(InvalidBackoffException.class)
                .hasMessageContaining("there is no policy 'payments'");
        assertThatThrownBy(starting(shop, Map.of("backoff.policies.payments.multiplier", "0.5")))
                .rootCause()
                .hasMessageContaining("it must be 1 or more");
        assertThatThrownBy(starting(shop, Map.of("backoff.advice-mode", "aspectj")))
                .rootCause()
                .hasMessageContaining("the application was built ahead of time with 'proxy'");
    }

    @Test
    void areConfiguredWhereTheyRun() {
        var properties = Map.<String, Object>of("backoff.policies.payments.delay", "${known.where.it.runs}");
        AheadOfTime.build(Shop.class, properties).compile(shop -> {
            shop.run(PAYMENTS, context -> {
                assertThat(context.getBean(Payments.class).charge(3)).isEqualTo("attempt 3");
                assertThat(context.getBean(FakeTime.class).waits())
                        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
            });
            shop.run(OFF, context -> {
                assertThatThrownBy(() -> context.getBean(Booking.class).book())
                        .isInstanceOf(UncheckedIOException.class);
                assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(1);
            });
        });
    }

    private static ThrowingCallable starting(AheadOfTime.Application application, Map<String, Object> properties) {
        return () -> application.run(properties, context -> {});
    }
}
