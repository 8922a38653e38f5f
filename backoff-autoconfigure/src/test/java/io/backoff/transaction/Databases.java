package io.backoff.transaction;

import io.backoff.engine.RetryDecision;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Applications;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Applications with transactions, and databases for them. */
final class Databases {

    private Databases() {}

    static ApplicationContextRunner application() {
        return Applications.backoff(TransactionAutoConfiguration.class, BackoffTransactionAutoConfiguration.class)
                .withBean(FakeTime.class)
                .withBean(RecordingListener.class)
                .withPropertyValues("backoff.policies.outer.max-attempts=3");
    }

    static DataSource create() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        DataSource database = new SimpleDriverDataSource(new org.h2.Driver(), url, "sa", "");
        new JdbcTemplate(database).execute("CREATE TABLE bookings (name VARCHAR(50))");
        return database;
    }

    static int rows(DataSource database) {
        return new JdbcTemplate(database).queryForObject("SELECT count(*) FROM bookings", Integer.class);
    }

    static List<StopReason> stops(ApplicationContext context) {
        return context.getBean(RecordingListener.class).decisions().stream()
                .filter(decision -> decision.stopReason() != null)
                .map(RetryDecision::stopReason)
                .toList();
    }

    static int waits(ApplicationContext context) {
        return context.getBean(FakeTime.class).waits().size();
    }
}
