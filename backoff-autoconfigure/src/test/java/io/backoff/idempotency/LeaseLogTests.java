package io.backoff.idempotency;

import static io.backoff.idempotency.IdempotencyOutcome.LEASE_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Idempotent;
import io.backoff.idempotency.IdempotentApplication.RecordingOutcomes;
import io.backoff.idempotency.jdbc.Database;
import io.backoff.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@ExtendWith(OutputCaptureExtension.class)
class LeaseLogTests {

    private static final String DIGEST =
            OperationId.of("", "Shop.ship", null, "secret-1").digest();

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

    @BeforeEach
    void listen() {
        logging.setLogLevel(LeaseLog.class.getName(), LogLevel.WARN);
    }

    @AfterEach
    void stopListening() {
        logging.setLogLevel(LeaseLog.class.getName(), null);
    }

    @Test
    void warnsOfARenewalAndAnOutcomeThatFailedAndNamesTheDigestOfTheKey(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            context.getBean(Shop.class).ship("secret-1", () -> time.advance(Duration.ofSeconds(10)));
        });
        assertThat(output)
                .contains("The lease of a call of Shop.ship (digest of the key: " + DIGEST + ") could not be renewed")
                .contains("How a call of Shop.ship (digest of the key: " + DIGEST + ") ended could not be stored")
                .doesNotContain("secret-1");
    }

    @Test
    void warnsOnceASecond(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            for (var i = 0; i < 10; i++) {
                context.getBean(Shop.class).ship("secret-" + i, () -> {});
            }
            assertThat(output).containsOnlyOnce("could not be stored");
            time.advance(Duration.ofSeconds(1));
            context.getBean(Shop.class).ship("secret-1", () -> {});
        });
        assertThat(output.getOut().split("could not be stored")).hasSize(3);
    }

    @Test
    void warnsOfALostLeaseOnce(CapturedOutput output) {
        application().run(context -> {
            var time = context.getBean(FakeTime.class);
            context.getBean(Shop.class).ship("secret-1", () -> time.advance(Duration.ofMinutes(1)));
            assertThat(context.getBean(RecordingOutcomes.class).outcomes()).containsExactly(LEASE_LOST);
        });
        assertThat(output)
                .containsOnlyOnce("The lease of a call of Shop.ship (digest of the key: " + DIGEST + ") was lost")
                .doesNotContain("secret-1");
    }

    /** A renewal has found out, so the caller need not wait for the commit to fail. */
    @Test
    void theCallerInATransactionLearnsOfItAtOnce() {
        var transactions = new TransactionTemplate(new JdbcTransactionManager(Database.H2.create()));
        application().run(context -> {
            var time = context.getBean(FakeTime.class);
            transactions.executeWithoutResult(transaction -> {
                assertThatExceptionOfType(LeaseLostException.class)
                        .isThrownBy(
                                () -> context.getBean(Shop.class).ship("1", () -> time.advance(Duration.ofMinutes(1))));
                transaction.setRollbackOnly();
            });
            assertThat(context.getBean(RecordingOutcomes.class).outcomes()).containsExactly(LEASE_LOST);
        });
    }

    private static ApplicationContextRunner application() {
        return IdempotentApplication.with(Shop.class);
    }

    static class Shop {

        @Idempotent(key = "#id")
        public void ship(String id, Runnable work) {
            work.run();
        }
    }

    private static final class FailingStore extends IdempotentMethodTests.BrokenStore {

        @Override
        public Claim claim(ClaimRequest request) {
            return new Claim.Granted(1);
        }
    }
}
