package io.backoff.redelivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.redelivery.DeliveryNode.Deliveries;
import io.backoff.redelivery.delivery.Stored;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Three instances of an application on PostgreSQL, one of which is killed while it delivers.
 * {@code -Dredelivery.calls=10000} makes it larger.
 */
class ThreeNodesTests {

    private static final int CALLS = Integer.getInteger("redelivery.calls", 1_500);
    private static final int THREADS = 10;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<Process> nodes = new ArrayList<>();
    private EmbeddedPostgres postgres;
    private JdbcClient database;

    @TempDir
    private Path logs;

    @BeforeEach
    void startDatabase() throws IOException {
        postgres = EmbeddedPostgres.start();
        database = JdbcClient.create(postgres.getPostgresDatabase());
        database.sql(Deliveries.TABLES).update();
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        for (Process each : nodes) {
            each.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        postgres.close();
    }

    @Test
    void deliverEveryCallThoughOneIsKilled() {
        createTable();
        for (int node = 1; node <= 3; node++) {
            start("node-" + node);
        }
        awaitCount("select count(*) from ready", 3);
        store();
        awaitCount("select count(*) from delivery", CALLS / 2);
        nodes.get(0).destroyForcibly();
        await().atMost(LONG).until(() -> count("select count(*) from scheduled_tasks") == 0);

        assertThat(count("select count(distinct number) from delivery")).isEqualTo(CALLS);
        assertThat(count("select count(*) from failure")).isBetween(CALLS / 4L, CALLS * 6L / 10);
        assertThat(count("select count(distinct node) from delivery")).isEqualTo(3);
        // Only calls that the killed instance was making are made twice.
        assertThat(database.sql("""
                        select node from delivery d where exists (
                          select 1 from delivery later where later.number = d.number and later.at > d.at)
                        """).query(String.class).list())
                .hasSizeLessThanOrEqualTo(THREADS)
                .allMatch("node-1"::equals);
        assertThat(count(
                        "select count(*) from (select number, attempt from failure group by 1, 2 having count(*) > 1)"))
                .isLessThanOrEqualTo(THREADS);
        report();
    }

    /** Creates the table before several instances would do so concurrently. */
    private void createTable() {
        client(stored -> {});
    }

    private void store() {
        client(stored -> {
            Deliveries deliveries = stored.bean(Deliveries.class);
            stored.inTransaction(() -> {
                for (int number = 0; number < CALLS; number++) {
                    deliveries.deliver(number);
                }
            });
        });
    }

    /** An instance that does not deliver calls. */
    private void client(Stored.Check work) {
        Stored.run(
                Stored.runner(url(), DeliveryNode.Application.class)
                        .withPropertyValues("node=client", "backoff.redelivery.initialize-schema=always")
                        .withPropertyValues(policy()),
                work);
    }

    private void start(String name) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                DeliveryNode.class.getName(),
                name,
                "--spring.datasource.url=" + url(),
                "--spring.datasource.hikari.maximum-pool-size=" + (THREADS + 5),
                "--db-scheduler.scheduler-name=" + name,
                "--db-scheduler.threads=" + THREADS,
                "--db-scheduler.polling-strategy=lock-and-fetch",
                "--db-scheduler.polling-interval=200ms",
                // Long enough for a busy machine, where living instances might be taken for dead.
                "--db-scheduler.heartbeat-interval=1s",
                "--db-scheduler.missed-heartbeats-limit=12",
                "--logging.level.io.backoff=error"));
        for (String property : policy()) {
            command.add("--" + property);
        }
        try {
            nodes.add(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(logs.resolve(name + ".log").toFile())
                    .start());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String[] policy() {
        return new String[] {
            "backoff.policies.delivery.delay=200ms",
            "backoff.policies.delivery.max-delay=1s",
            "backoff.policies.delivery.max-attempts=100",
            "backoff.policies.delivery.max-elapsed=0",
            "backoff.policies.delivery.budget=none"
        };
    }

    private void awaitCount(String query, int number) {
        await().atMost(LONG).pollInterval(Duration.ofMillis(20)).until(() -> {
            assertThat(nodes).allMatch(Process::isAlive);
            return count(query) >= number;
        });
    }

    private void report() {
        System.out.println(database.sql("""
                        select (select count(distinct number) from delivery) || ' calls delivered, '
                          || (select count(*) from failure) || ' attempts failed, '
                          || (select count(*) - count(distinct number) from delivery) || ' delivered twice, '
                          || (select string_agg(node || ' ' || made, ', ' order by node)
                              from (select node, count(*) as made from delivery group by node)) || ', '
                          || (select round(count(*) / extract(epoch from max(at) - min(at))) from (
                                select at from delivery order by at limit (select count(*) * 9 / 10 from delivery)))
                          || ' a second over the first nine tenths'
                        """).query(String.class).single());
    }

    private long count(String query) {
        return database.sql(query).query(Long.class).single();
    }

    private String url() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }
}
