package io.backoff.idempotency.claim;

import static io.backoff.idempotency.claim.IdempotencyOutcome.LEASE_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Idempotent;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.LeaseLostException;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.method.IdempotentApplication;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import io.backoff.idempotency.method.IdempotentMethodTests;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Logged(LeaseLog.class)
class LeaseLogTests {

    private static final String DIGEST =
            OperationId.of("", "Shop.ship", null, "secret-1").digest();

    @Test
    void warnsOfARenewalAndAnOutcomeThatFailedAndNamesTheDigestOfTheKey(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            context.getBean(Shop.class).ship("secret-1", () -> time.advance(Duration.ofSeconds(10)));
        });
        assertThat(output)
                .contains("The lease of a call of Shop.ship (digest of the key: " + DIGEST + ") could not be renewed")
                .contains("The outcome of a call of Shop.ship (digest of the key: " + DIGEST + ") could not be stored")
                .doesNotContain("secret-1");
    }

    @Test
    void hasALineForEachCallAndOneStack(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            for (var i = 0; i < 10; i++) {
                context.getBean(Shop.class).ship("secret-" + i, () -> {});
            }
        });
        assertThat(lines(output, "could not be stored"))
                .hasSize(10)
                .doesNotHaveDuplicates()
                .allMatch(line -> line.endsWith("the operation again: java.lang.IllegalStateException: complete"));
        assertThat(lines(output, "\tat io.backoff.idempotency.claim.OwnClaim.end("))
                .hasSize(1);
    }

    @Test
    void hasAnotherStackAfterAMinute(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            for (var i = 0; i < 13; i++) {
                context.getBean(Shop.class).ship("secret-1", () -> {});
                time.advance(Duration.ofSeconds(5));
            }
        });
        assertThat(lines(output, "\tat io.backoff.idempotency.claim.OwnClaim.end("))
                .hasSize(2);
    }

    @Test
    void namesTheNumberThatIsLeftOut(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            for (var i = 0; i < 1_101; i++) {
                context.getBean(Shop.class).ship("secret-" + i, () -> {});
            }
            assertThat(lines(output, "could not be stored")).hasSize(1_001);
            time.advance(Duration.ofMinutes(1));
            for (var i = 0; i < 1_001; i++) {
                context.getBean(Shop.class).ship("secret-" + i, () -> {});
            }
        });
        assertThat(lines(output, " (100 more of these in the last 60 s)")).hasSize(1);
    }

    @Test
    void hasALineAMinuteForRenewalsThatGoOnFailing(CapturedOutput output) {
        application().withBean(IdempotencyStore.class, FailingStore::new).run(context -> {
            var time = context.getBean(FakeTime.class);
            context.getBean(Shop.class).ship("secret-1", () -> {
                for (var i = 0; i < 7; i++) {
                    time.advance(Duration.ofSeconds(10));
                }
            });
        });
        assertThat(lines(output, "could not be renewed")).hasSize(2);
        assertThat(lines(output, " (5 more of these in the last 60 s)")).hasSize(1);
    }

    private static List<String> lines(CapturedOutput output, String text) {
        return output.getOut().lines().filter(line -> line.contains(text)).toList();
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

    /** A renewal has found the lease lost, so the caller does not have to wait for the commit to fail. */
    @Test
    void theCallerInATransactionLearnsOfItImmediately() {
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
