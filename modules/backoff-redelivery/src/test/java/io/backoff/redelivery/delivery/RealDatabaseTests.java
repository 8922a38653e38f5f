package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.testkit.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;

/** The life cycle of a stored call, in tables that the published scripts create. */
class RealDatabaseTests {

    @ParameterizedTest
    @EnumSource
    void keepsCallsUntilTheyAreDelivered(Database database) {
        Stored.run(application(database), stored -> {
            Partner partner = stored.bean(Partner.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> stored.inTransaction(() -> {
                        partner.notify("order-0");
                        throw new IllegalStateException("rolled back");
                    }));
            assertThat(stored.waiting()).isZero();

            partner.beDown(true);
            stored.inTransaction(() -> partner.notify("Bestellung \u00fc\ud83d\ude00"));
            stored.makeDue();
            stored.dieMakingIt();
            assertThat(stored.makeNext()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
            assertThat(stored.waiting()).isZero();
            assertThat(stored.dead()).isOne();

            partner.beDown(false);
            DeadLetters letters = stored.bean(DeadLetters.class);
            String id = stored.events().get(0).id();
            assertThat(letters.redrive(letters.instance(id))).isTrue();
            stored.makeDue();
            assertThat(partner.notified()).containsExactly("Bestellung \u00fc\ud83d\ude00");
            assertThat(stored.waiting() + stored.dead()).isZero();
        });
    }

    /** Covers all of our own SQL. */
    @ParameterizedTest
    @EnumSource
    void pausesCountsFindsAndForgets(Database database) {
        Stored.run(application(database).withPropertyValues("backoff.redelivery.dead-letter-retention=1d"), stored -> {
            Partner partner = stored.bean(Partner.class);
            stored.pause();
            partner.notify("order-1");
            partner.notify("order-2");
            stored.makeDue();
            assertThat(partner.notified()).isEmpty();
            CallTable table = stored.bean(CallTable.class);
            assertThat(table.counts())
                    .containsExactly(new CallTable.Count(
                            CallStore.TASK, "Partner.notify", 2, stored.time().instant()));
            stored.resume("Partner.notify");
            stored.makeDue();
            assertThat(partner.notified()).containsExactlyInAnyOrder("order-1", "order-2");

            partner.beDown(true);
            partner.notify("order-3");
            for (int attempt = 0; attempt < 3; attempt++) {
                stored.makeNext();
            }
            DeadLetters letters = stored.bean(DeadLetters.class);
            var since = stored.time().instant();
            var fits =
                    new DeadLetterFilter(null, Set.of("Partner.notify"), "IllegalState", since, since.plusSeconds(1));
            assertThat(letters.page(fits, 0, 10)).hasSize(1);
            assertThat(letters.counts(DeadLetterFilter.ALL)).containsExactly(Map.entry("Partner.notify", 1L));
            assertThat(letters.counts(DeadLetterFilter.before(since))).isEmpty();
            stored.time().advance(Duration.ofHours(23));
            stored.tidyUp();
            assertThat(stored.dead()).isOne();
            stored.time().advance(Duration.ofHours(1).plusSeconds(1));
            stored.tidyUp();
            assertThat(stored.dead()).isZero();
        });
    }

    /** With several transaction managers, none is known to be the table's. */
    @ParameterizedTest
    @EnumSource
    void oneOfManyRedrivesALetter(Database database) {
        ApplicationContextRunner application = application(database)
                .withBean("one", PlatformTransactionManager.class, () -> mock(PlatformTransactionManager.class))
                .withBean("other", PlatformTransactionManager.class, () -> mock(PlatformTransactionManager.class));
        Stored.run(application, stored -> {
            stored.bean(Partner.class).beDown(true);
            stored.bean(Partner.class).notify("order-1");
            for (int attempt = 0; attempt < 3; attempt++) {
                stored.makeNext();
            }
            DeadLetters letters = stored.bean(DeadLetters.class);
            String letter = letters.instance(stored.events().get(0).id());
            CountDownLatch ready = new CountDownLatch(8);
            List<CompletableFuture<Boolean>> operators = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> {
                                ready.countDown();
                                await(ready);
                                return letters.redrive(letter);
                            },
                            task -> new Thread(task).start()))
                    .limit(8)
                    .toList();
            assertThat(operators.stream().filter(CompletableFuture::join)).hasSize(1);
            assertThat(stored.waiting()).isOne();
            assertThat(stored.dead()).isZero();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static ApplicationContextRunner application(Database database) {
        DataSource dataSource = database.createPooled();
        return Stored.runner(Partner.class)
                .withBean(DataSource.class, () -> dataSource)
                .withPropertyValues(policy(
                        "partner",
                        "strategy=constant, delay=1m, max-delay=1m, jitter=none, max-attempts=3, max-elapsed=0"))
                .withPropertyValues("backoff.redelivery.initialize-schema=always");
    }

    static class Partner {

        private final List<String> notified = new ArrayList<>();
        private boolean down;

        public void beDown(boolean down) {
            this.down = down;
        }

        public List<String> notified() {
            return notified;
        }

        @Redeliver("partner")
        public void notify(String order) {
            if (down) {
                throw new IllegalStateException("down");
            }
            notified.add(order);
        }
    }
}
