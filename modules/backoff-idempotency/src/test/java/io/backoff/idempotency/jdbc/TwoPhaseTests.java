package io.backoff.idempotency.jdbc;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.PermanentException;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Keys are claimed before the operation, and completed after it. */
class TwoPhaseTests {

    @Test
    void showsThatAnOperationIsInProgress() {
        twoPhase(context -> {
            var shop = context.getBean(Shop.class);
            assertThat(shop.place("1", () -> {
                        assertThatExceptionOfType(OperationInProgressException.class)
                                .isThrownBy(() -> shop.place("1", () -> "again"));
                        return "placed";
                    }))
                    .isEqualTo("placed");
            assertThat(shop.place("1", () -> "again")).isEqualTo("placed");
        });
    }

    @Test
    void keepsAPermanentFailure() {
        twoPhase(context -> {
            var shop = context.getBean(Shop.class);
            for (var i = 0; i < 2; i++) {
                assertThatExceptionOfType(PermanentException.class)
                        .isThrownBy(() -> shop.place("1", () -> {
                            throw new PermanentException(new IllegalStateException("no"));
                        }));
            }
        });
    }

    /** The process dies after the effect and before the outcome is stored: no one can know, so it happens again. */
    @Test
    void runsAgainAfterTheLeaseOfAnOwnerThatDied() {
        twoPhase(context -> {
            var shop = context.getBean(Shop.class);
            var dead = new CompletableFuture<String>();
            shop.placeLater("1", () -> dead);
            // The renewals of the dead process no longer arrive.
            var jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("UPDATE backoff_idempotency SET owner = 'dead'");
            assertThat(shop.placeLater("1", () -> dead)).isCompletedExceptionally();
            jdbc.update("UPDATE backoff_idempotency SET lease_until = lease_until - 30000");
            assertThat(shop.placeLater("1", () -> CompletableFuture.completedFuture("again"))
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo("again");
            // The process that was thought dead continues, and changes nothing.
            dead.complete("late");
            assertThat(shop.placeLater("1", () -> dead).get(20, TimeUnit.SECONDS))
                    .isEqualTo("again");
        });
    }

    @Test
    void hasNotHappenedWhenAnOuterTransactionIsRolledBack() {
        twoPhase(context -> {
            var shop = context.getBean(Shop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                shop.place("1", () -> "rolled back");
                transaction.setRollbackOnly();
            });
            transactions.executeWithoutResult(transaction -> {
                assertThat(shop.place("1", () -> "placed")).isEqualTo("placed");
                assertThatExceptionOfType(OperationInProgressException.class)
                        .isThrownBy(() -> shop.place("1", () -> "again"));
            });
            assertThat(shop.place("1", () -> "again")).isEqualTo("placed");
        });
    }

    @ParameterizedTest
    @EnumSource
    void hasHappenedWhenItIsOutsideTheTransactionThatIsRolledBack(Outside method) {
        twoPhase(context -> {
            var outside = context.getBean(OutsideShop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                assertThat(method.place(outside, "placed")).isEqualTo("placed");
                // The key is not in progress until the end of this transaction.
                assertThat(method.place(outside, "again")).isEqualTo("placed");
                transaction.setRollbackOnly();
            });
            assertThat(method.place(outside, "again")).isEqualTo("placed");
        });
    }

    @Test
    void hasNotHappenedWhenASavepointIsRolledBack() {
        twoPhase(context -> {
            var outside = context.getBean(OutsideShop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                var before = transaction.createSavepoint();
                assertThat(outside.nested("1", () -> "rolled back")).isEqualTo("rolled back");
                transaction.rollbackToSavepoint(before);
                assertThat(outside.nested("1", () -> "placed")).isEqualTo("placed");
            });
            assertThat(outside.nested("1", () -> "again")).isEqualTo("placed");
        });
    }

    @Test
    void hasHappenedWhenALaterSavepointIsRolledBack() {
        twoPhase(context -> {
            var outside = context.getBean(OutsideShop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                outside.nested("1", () -> "placed");
                transaction.rollbackToSavepoint(transaction.createSavepoint());
            });
            assertThat(outside.nested("1", () -> "again")).isEqualTo("placed");
        });
    }

    @Test
    void hasNotHappenedWhenAnEarlierSavepointIsRolledBackAfterALaterOne() {
        twoPhase(context -> {
            var outside = context.getBean(OutsideShop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(transaction -> {
                outside.nested("1", () -> "kept");
                var first = transaction.createSavepoint();
                outside.nested("2", () -> "rolled back");
                var second = transaction.createSavepoint();
                outside.nested("3", () -> "rolled back");
                transaction.rollbackToSavepoint(second);
                assertThat(outside.nested("3", () -> "rolled back too")).isEqualTo("rolled back too");
                transaction.rollbackToSavepoint(first);
            });
            assertThat(outside.nested("1", () -> "again")).isEqualTo("kept");
            assertThat(outside.nested("2", () -> "placed")).isEqualTo("placed");
            assertThat(outside.nested("3", () -> "placed")).isEqualTo("placed");
        });
    }

    /** A batch may have a savepoint for each item. */
    @Test
    void remembersEachSavepointOnce() {
        application()
                .withUserConfiguration(OutsideShop.class, OwnShop.class)
                .withPropertyValues("backoff.idempotency.store=memory")
                .run(context -> {
                    var outside = context.getBean(OutsideShop.class);
                    var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    transactions.executeWithoutResult(transaction -> {
                        for (int item = 0; item < 100; item++) {
                            outside.nested("item " + item, () -> "placed");
                        }
                        assertThat(TransactionSynchronizationManager.getSynchronizations())
                                .hasSizeLessThan(10);
                    });
                });
    }

    /** The second attempt would find the operation in progress for as long as the caller's transaction lasts. */
    @Test
    void isRetriedAfterASavepoint() {
        twoPhase(context -> {
            var outside = context.getBean(OutsideShop.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            var attempts = new AtomicInteger();
            transactions.executeWithoutResult(transaction -> context.getBean(Checkout.class)
                    .order(() -> {
                        outside.place("1", () -> "attempt " + attempts.incrementAndGet());
                        if (attempts.get() < 3) {
                            throw new IllegalStateException("down");
                        }
                    }));
            assertThat(outside.place("1", () -> "again")).isEqualTo("attempt 3");
        });
    }

    /** Then the method's own transaction is the one that is rolled back. */
    @Test
    void hasNotHappenedWhenItsOwnTransactionAroundTheKeyIsRolledBack() {
        twoPhase().withUserConfiguration(OuterTransactions.class).run(context -> {
            var outside = context.getBean(OutsideShop.class);
            outside.requiresNew("1", () -> {
                TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
                return "rolled back";
            });
            assertThat(outside.requiresNew("1", () -> "placed")).isEqualTo("placed");
            assertThat(outside.requiresNew("1", () -> "again")).isEqualTo("placed");
        });
    }

    @Test
    void isWhatFuturesUseInTheOtherModeToo() {
        application().run(context -> {
            var shop = context.getBean(Shop.class);
            var pending = new CompletableFuture<String>();
            var first = shop.placeLater("1", () -> pending);
            assertThat(shop.placeLater("1", () -> pending)).isCompletedExceptionally();
            pending.complete("placed");
            assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("placed");
            assertThat(shop.placeLater("1", () -> pending).get(20, TimeUnit.SECONDS))
                    .isEqualTo("placed");
        });
    }

    @Test
    void keepsTheKeyAloneOfALargeResult() {
        application()
                .withPropertyValues(
                        "backoff.idempotency.jdbc.mode=two-phase", "backoff.idempotency.max-result-size=10B")
                .run(context -> {
                    var shop = context.getBean(Shop.class);
                    shop.place("1", () -> "x".repeat(20));
                    assertThatExceptionOfType(DuplicateOperationException.class)
                            .isThrownBy(() -> shop.place("1", () -> "again"));
                });
    }

    private static void twoPhase(ContextConsumer<AssertableApplicationContext> test) {
        twoPhase().run(test);
    }

    private static ApplicationContextRunner twoPhase() {
        return application()
                .withUserConfiguration(OutsideShop.class, OwnShop.class, Checkout.class)
                .withPropertyValues("backoff.idempotency.jdbc.mode=two-phase")
                .withPropertyValues(policy("checkout", "max-attempts=3, delay=1ms"));
    }

    private static ApplicationContextRunner application() {
        return JdbcApplication.with(Database.H2.create(), Shop.class).withBean(FakeTime.class);
    }

    static class Shop {

        @Idempotent(key = "#id")
        @Transactional
        public String place(String id, Supplier<String> work) {
            return work.get();
        }

        @Idempotent(key = "#id")
        public CompletableFuture<String> placeLater(String id, Supplier<CompletableFuture<String>> work) {
            return work.get();
        }
    }

    /** The methods that do not take part in their caller's transaction. */
    enum Outside {
        REQUIRES_NEW(OutsideShop::requiresNew),
        NOT_SUPPORTED(OutsideShop::notSupported),
        COMPOSED(OutsideShop::composed),
        CLASS((shop, id, work) -> shop.ofClass().place(id, work));

        private final Method method;

        Outside(Method method) {
            this.method = method;
        }

        String place(OutsideShop shop, String text) {
            return method.place(shop, "1", () -> text);
        }

        private interface Method {

            String place(OutsideShop shop, String id, Supplier<String> work);
        }
    }

    static class OutsideShop {

        private final OwnShop ofClass;

        OutsideShop(OwnShop ofClass) {
            this.ofClass = ofClass;
        }

        public OwnShop ofClass() {
            return ofClass;
        }

        @Idempotent(key = "#id")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public String requiresNew(String id, Supplier<String> work) {
            return work.get();
        }

        @Idempotent(key = "#id")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public String notSupported(String id, Supplier<String> work) {
            return work.get();
        }

        @Idempotent(key = "#id")
        @InItsOwnTransaction
        public String composed(String id, Supplier<String> work) {
            return work.get();
        }

        @Idempotent(key = "#id")
        public String place(String id, Supplier<String> work) {
            return work.get();
        }

        @Idempotent(key = "#id")
        @Transactional(propagation = Propagation.NESTED)
        public String nested(String id, Supplier<String> work) {
            return work.get();
        }
    }

    static class Checkout {

        @Backoff("checkout")
        @Transactional(propagation = Propagation.NESTED)
        public void order(Runnable work) {
            work.run();
        }
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class OwnShop {

        @Idempotent(key = "#id")
        public String place(String id, Supplier<String> work) {
            return work.get();
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @interface InItsOwnTransaction {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class OuterTransactions {}
}
