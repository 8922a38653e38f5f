package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.testkit.Database;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publications of equal events to the same listener. The first one has already failed when the second is published. */
class EqualEventsTests {

    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final Duration RETRY_AFTER = Duration.ofMinutes(30);

    @ParameterizedTest
    @EnumSource
    void endEachForItself(Database database) {
        DataSource source = database.create();
        Orders.application()
                .withBean("dataSource", DataSource.class, () -> source, bean -> bean.setDestroyMethodName(""))
                .run(context -> {
                    Orders orders = new Orders(context);
                    publishTwice(orders, new PermanentException(new Orders.Down()));
                    assertThat(ended(orders)).containsExactly(ids(orders).get(1));

                    orders.listener().failFor(0);
                    orders.poll();
                    orders.pollAfter(DELAY);
                    assertThat(orders.statuses()).containsExactly("COMPLETED", "FAILED");
                });
    }

    @Test
    void areHeldEachForItself() {
        run((orders, processing) -> {
            publishTwice(orders, new Throttled());
            orders.listener().failFor(0);
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).containsExactly("COMPLETED", "FAILED");

            orders.pollAfter(RETRY_AFTER);
            assertThat(orders.statuses()).containsExactly("COMPLETED", "COMPLETED");
        });
    }

    /** It is not known which of them has failed. */
    @Test
    void endAfterTheNextAttemptIfBothAreProcessed() {
        run((orders, processing) -> {
            orders.listener().meanwhile = processing;
            publishTwice(orders, new PermanentException(new Orders.Down()));
            assertThat(ended(orders)).isEmpty();

            orders.listener().meanwhile = () -> {};
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().numbers).containsExactly(1, 1, 2);
            assertThat(ended(orders)).containsExactly(ids(orders).get(1));
        });
    }

    @Test
    void areHeldIfBothAreProcessed() {
        run((orders, processing) -> {
            orders.listener().meanwhile = processing;
            publishTwice(orders, new Throttled());
            orders.listener().meanwhile = () -> {};
            orders.listener().failFor(0);
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).containsExactly("PROCESSING", "FAILED");

            orders.pollAfter(RETRY_AFTER);
            assertThat(orders.statuses()).containsExactly("PROCESSING", "COMPLETED");
        });
    }

    /** Runs a test with an action that marks the first publication as being processed, as another thread does. */
    private static void run(BiConsumer<Orders, Runnable> test) {
        Orders.application()
                .withPropertyValues("backoff.policies.events.retry-after-spread=0")
                .run(context -> {
                    Orders orders = new Orders(context);
                    Runnable update = () -> orders.database()
                            .sql("UPDATE EVENT_PUBLICATION SET STATUS = 'PROCESSING' WHERE STATUS = 'FAILED'")
                            .update();
                    test.accept(orders, () -> CompletableFuture.runAsync(update).join());
                });
    }

    private static void publishTwice(Orders orders, RuntimeException second) {
        orders.publish("tea");
        orders.time().advance(Duration.ofSeconds(1));
        orders.listener().failure = second;
        orders.publish("tea");
    }

    private static List<String> ids(Orders orders) {
        return orders.database()
                .sql("SELECT ID FROM EVENT_PUBLICATION ORDER BY PUBLICATION_DATE")
                .query((row, number) -> row.getObject(1).toString())
                .list();
    }

    private static List<String> ended(Orders orders) {
        return orders.database()
                .sql("SELECT publication_id FROM backoff_ended_publication")
                .query((row, number) -> row.getObject(1).toString())
                .list();
    }

    private static final class Throttled extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return RETRY_AFTER;
        }
    }
}
