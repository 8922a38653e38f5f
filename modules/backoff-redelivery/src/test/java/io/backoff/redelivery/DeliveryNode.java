package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.CurrentAttempt;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import java.io.IOException;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One delivering instance of an application, in a JVM of its own. It runs until its input ends, so that it does not
 * outlive the test.
 */
final class DeliveryNode {

    private DeliveryNode() {}

    /** Arguments: its name, and properties as {@code --name=value}. */
    public static void main(String[] args) throws IOException {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("node=" + args[0])
                .run(args);
        while (System.in.read() >= 0) {
            // Waits for the end of the input, to which nobody writes.
        }
        context.close();
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
        Deliveries deliveries(DataSource database, @Value("${node}") String node) {
            return new Deliveries(JdbcClient.create(database), node);
        }

        @Bean
        ApplicationRunner ready(DataSource database, @Value("${node}") String node) {
            return started -> JdbcClient.create(database)
                    .sql("insert into ready values (?)")
                    .param(node)
                    .update();
        }
    }

    /** Records the calls that it delivers, and fails three times out of ten. */
    static class Deliveries {

        static final String TABLES = """
                create table if not exists delivery (number int, attempt int, node text, at timestamptz default now());
                create table if not exists failure (number int, attempt int, node text);
                create table if not exists ready (node text);
                """;

        private final JdbcClient database;
        private final String node;

        Deliveries(JdbcClient database, String node) {
            this.database = database;
            this.node = node;
        }

        @Redeliver("delivery")
        void deliver(int number) {
            int attempt = CurrentAttempt.get().orElseThrow().number();
            boolean fails = Math.floorMod((number * 31 + attempt) * 0x9E3779B9, 10) < 3;
            database.sql("insert into " + (fails ? "failure" : "delivery")
                            + " (number, attempt, node) values (?, ?, ?)")
                    .params(number, attempt, node)
                    .update();
            if (fails) {
                throw new IllegalStateException("the partner is down");
            }
        }
    }
}
