package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Instances that share a table of publications, on PostgreSQL. */
class SeveralInstancesTests {

    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final int ORDERS = 80;

    private final HikariDataSource database = Database.POSTGRESQL.createPooled();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void submitEachAttemptOnce() {
        instance()
                .run(one -> instance().run(two -> {
                    List<Orders> instances = List.of(new Orders(one), new Orders(two));
                    String[] ids = IntStream.range(0, ORDERS)
                            .mapToObj(i -> "order " + i)
                            .toArray(String[]::new);
                    instances.get(0).publish(ids);
                    instances.forEach(Orders::poll);
                    instances.forEach(each -> each.listener().failFor(0));
                    instances.forEach(each -> each.time().advance(DELAY));

                    together(instances);

                    assertThat(calls(instances)).hasSize(2 * ORDERS);
                    assertThat(ids)
                            .allSatisfy(id -> assertThat(Collections.frequency(calls(instances), id))
                                    .isEqualTo(2));
                    assertThat(instances.get(0).statuses()).hasSize(ORDERS).containsOnly("COMPLETED");
                    assertThat(instances.get(0).attempts()).containsOnly(2);
                    assertThat(instances.stream()
                                    .mapToLong(each -> each.outcomes().getOrDefault(Outcome.RECOVERED, 0L))
                                    .sum())
                            .isEqualTo(ORDERS);
                }));
    }

    @Test
    void reportAnEndOnce() {
        instance()
                .run(one -> instance().run(two -> {
                    List<Orders> instances = List.of(new Orders(one), new Orders(two));
                    instances.get(0).publish("tea");
                    for (int i = 0; i < 4; i++) {
                        instances.forEach(each -> each.pollAfter(DELAY));
                    }
                    assertThat(calls(instances)).hasSize(3);
                    assertThat(instances.stream()
                                    .mapToLong(each -> each.outcomes().getOrDefault(Outcome.EXHAUSTED, 0L))
                                    .sum())
                            .isOne();
                }));
    }

    @Test
    void takeOverFromOneThatDied() {
        instance().run(died -> {
            Orders orders = new Orders(died);
            orders.publish("tea", "milk", "bread");
            JdbcClient.create(database)
                    .sql("UPDATE event_publication SET status = 'PROCESSING' WHERE serialized_event LIKE '%milk%'")
                    .update();
            JdbcClient.create(database)
                    .sql("UPDATE event_publication SET status = 'PUBLISHED' WHERE serialized_event LIKE '%bread%'")
                    .update();
        });
        instance().run(context -> {
            Orders next = new Orders(context);
            next.listener().failFor(0);
            next.poll();
            next.pollAfter(DELAY);
            assertThat(next.listener().calls).containsExactly("tea");

            next.pollAfter(Duration.ofMinutes(61));
            next.pollAfter(DELAY);

            assertThat(next.listener().calls).containsExactlyInAnyOrder("tea", "milk", "bread");
            assertThat(next.statuses()).containsOnly("COMPLETED");
        });
    }

    private ApplicationContextRunner instance() {
        return Orders.application()
                .withBean("dataSource", DataSource.class, () -> database, bean -> bean.setDestroyMethodName(""))
                .withPropertyValues("backoff.policies.events.budget=none");
    }

    private static List<String> calls(List<Orders> instances) {
        return instances.stream()
                .flatMap(each -> each.listener().calls.stream())
                .toList();
    }

    private static void together(List<Orders> instances) {
        CyclicBarrier start = new CyclicBarrier(instances.size());
        List<CompletableFuture<Void>> polls = new ArrayList<>();
        for (Orders each : instances) {
            polls.add(CompletableFuture.runAsync(() -> {
                await(start);
                each.poll();
            }));
        }
        Stream.of(polls).flatMap(List::stream).forEach(CompletableFuture::join);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
