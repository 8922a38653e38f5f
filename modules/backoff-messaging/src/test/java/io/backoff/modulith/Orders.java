package io.backoff.modulith;

import static io.backoff.testkit.Applications.policy;

import io.backoff.PermanentException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.CurrentAttempt;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.FailedEventPublications;
import org.springframework.modulith.events.ResubmissionOptions;
import org.springframework.modulith.events.config.EventPublicationAutoConfiguration;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

/** An application whose listener of orders fails on demand. */
final class Orders {

    private static final String JDBC = "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration";
    private static final String JSON =
            "org.springframework.modulith.events.jackson.JacksonEventSerializationConfiguration";

    private final ApplicationContext context;

    Orders(ApplicationContext context) {
        this.context = context;
    }

    /** An application with a database of its own, and the policy {@code events}: 10 s, three attempts. */
    static ApplicationContextRunner application() {
        return runner().withPropertyValues(
                        policy("events", "delay=10s, strategy=constant, jitter=none, max-attempts=3, max-elapsed=0"))
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true",
                        "backoff.modulith.policy=events",
                        "backoff.modulith.poll-interval=1000d");
    }

    static ApplicationContextRunner runner() {
        return Applications.backoff(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        EventPublicationAutoConfiguration.class,
                        ClassUtils.resolveClassName(JDBC, null),
                        ClassUtils.resolveClassName(JSON, null),
                        BackoffModulithAutoConfiguration.class)
                .withUserConfiguration(Application.class);
    }

    void publish(String... orders) {
        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
        for (String order : orders) {
            transaction.executeWithoutResult(status -> context.publishEvent(new Order(order)));
        }
    }

    void poll() {
        context.getBean(ResubmissionPoll.class).poll();
    }

    /** Lets time pass, and polls. */
    void pollAfter(Duration time) {
        time().advance(time);
        poll();
    }

    void stop() {
        context.getBean(ResubmissionPoll.class).stop();
    }

    FakeTime time() {
        return context.getBean(FakeTime.class);
    }

    Listener listener() {
        return AopTestUtils.getTargetObject(context.getBean(Listener.class));
    }

    Map<Outcome, Long> outcomes() {
        return context.getBean(IntegrationCalls.class)
                .rows()
                .iterator()
                .next()
                .guard()
                .calls()
                .outcomes();
    }

    void set(SettingsGroup group, String name, String field, String value) {
        context.getBean(PolicyStore.class)
                .change(group, name, Map.of(field, value), new Author("alice", ChangeSource.ENDPOINT));
    }

    JdbcClient database() {
        return JdbcClient.create(context.getBean(DataSource.class));
    }

    List<String> statuses() {
        return database()
                .sql("SELECT STATUS FROM EVENT_PUBLICATION ORDER BY PUBLICATION_DATE")
                .query(String.class)
                .list();
    }

    List<Integer> attempts() {
        return database()
                .sql("SELECT COMPLETION_ATTEMPTS FROM EVENT_PUBLICATION ORDER BY PUBLICATION_DATE")
                .query(Integer.class)
                .list();
    }

    /** The attempts and the outcomes of publications that are not resubmitted any more. */
    List<String> ended() {
        return database()
                .sql("SELECT attempts, outcome FROM backoff_ended_publication ORDER BY attempts")
                .query((row, number) -> row.getInt(1) + " " + row.getString(2))
                .list();
    }

    /** Claims all failed publications, as another instance does. */
    void claimElsewhere() {
        database()
                .sql("UPDATE EVENT_PUBLICATION SET STATUS = 'PUBLISHED' WHERE STATUS = 'FAILED'")
                .update();
    }

    /** Submits the failed publications outside of the policy. */
    void resubmit() {
        context.getBean(FailedEventPublications.class).resubmit(ResubmissionOptions.defaults());
    }

    record Order(String id) {}

    /** Fails each order as often as configured. */
    static class Listener {

        final List<String> calls = new CopyOnWriteArrayList<>();
        final List<Integer> numbers = new CopyOnWriteArrayList<>();
        volatile int failures = Integer.MAX_VALUE;
        volatile RuntimeException failure = new Down();
        volatile Runnable meanwhile = () -> {};

        @TransactionalEventListener
        public void on(Order order) {
            calls.add(order.id());
            numbers.add(CurrentAttempt.get().orElseThrow().number());
            meanwhile.run();
            if (calls.stream().filter(order.id()::equals).count() <= failures) {
                throw failure;
            }
        }

        void failFor(int attempts) {
            failures = attempts;
        }

        void failForGood() {
            failure = new PermanentException(new Down());
        }
    }

    /** Has no stack trace, as Spring logs each failure. */
    static final class Down extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Down() {
            super("down", null, true, false);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Listener listener() {
            return new Listener();
        }

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        Clock clock(FakeTime time) {
            return new TestClock(time);
        }
    }

    private static final class TestClock extends Clock {

        private final FakeTime time;

        TestClock(FakeTime time) {
            this.time = time;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return time.instant();
        }
    }
}
