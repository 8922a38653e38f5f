package io.backoff.kills;

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Stored calls: one that was stored is made, or is a dead letter. */
abstract class RedeliveryKillTest extends KillTest {

    private static final Pattern ARGUMENT = Pattern.compile("\"arguments\":\\[(\\d+)]");

    RedeliveryKillTest(String store) {
        super("stored calls", store, Application.class);
    }

    abstract String url(int port);

    @Override
    List<String> properties(int port) {
        return List.of(
                "spring.datasource.url=" + url(port),
                "spring.datasource.hikari.connection-timeout=5000",
                "spring.datasource.hikari.maximum-pool-size=15",
                "backoff.redelivery.initialize-schema=always",
                "backoff.policies.delivery.delay=200ms",
                "backoff.policies.delivery.max-attempts=3",
                "backoff.policies.delivery.max-elapsed=0",
                "db-scheduler.scheduler-name=${instance}",
                "db-scheduler.threads=5",
                "db-scheduler.polling-interval=200ms",
                // Long enough for a busy machine, where living instances might be taken for dead.
                "db-scheduler.heartbeat-interval=2s",
                "db-scheduler.missed-heartbeats-limit=6");
    }

    @Override
    boolean isDrained(Server server) {
        return database(server)
                        .sql("select count(*) from scheduled_tasks where task_name = 'backoff-redelivery'")
                        .query(Long.class)
                        .single()
                == 0;
    }

    @Override
    List<Integer> dead(Server server) {
        return database(server)
                .sql("select task_data from scheduled_tasks where task_name = 'backoff-dead-letter'")
                .query(byte[].class)
                .list()
                .stream()
                .map(RedeliveryKillTest::argument)
                .toList();
    }

    private static int argument(byte[] data) {
        Matcher found = ARGUMENT.matcher(new String(data, StandardCharsets.UTF_8));
        if (!found.find()) {
            throw new AssertionError(new String(data, StandardCharsets.UTF_8));
        }
        return Integer.parseInt(found.group(1));
    }

    private JdbcClient database(Server server) {
        return JdbcClient.create(new DriverManagerDataSource(url(server.port())));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffRedeliveryAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        DbSchedulerAutoConfiguration.class
    })
    static class Application {

        @Bean
        Deliveries deliveries(Ledger.Client ledger) {
            return new Deliveries(ledger);
        }

        @Bean
        Instance.Sender sender(Deliveries deliveries, TransactionTemplate transactions) {
            return number -> transactions.executeWithoutResult(status -> deliveries.deliver(number));
        }
    }

    static class Deliveries {

        private final Ledger.Client ledger;

        Deliveries(Ledger.Client ledger) {
            this.ledger = ledger;
        }

        @Redeliver("delivery")
        void deliver(int number) {
            ledger.process(number);
        }
    }
}
