package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.redelivery.RedeliveryExhausted;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.test.FakeTime;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with H2 and a scheduler under the control of the test, in fake time. */
public final class Stored {

    static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
            AopAutoConfiguration.class,
            BackoffAutoConfiguration.class,
            BackoffRedeliveryAutoConfiguration.class,
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            TransactionAutoConfiguration.class,
            DbSchedulerAutoConfiguration.class);

    private final AssertableApplicationContext context;
    private final FakeTime time;
    private final JdbcClient database;

    private Stored(AssertableApplicationContext context) {
        this.context = context;
        this.time = context.getBean(FakeTime.class);
        this.database = JdbcClient.create(context.getBean(DataSource.class));
    }

    public static ApplicationContextRunner runner(Class<?>... beans) {
        return runner("jdbc:h2:mem:" + UUID.randomUUID(), beans);
    }

    /** Runners with the same URL simulate instances of one application. */
    public static ApplicationContextRunner runner(String url, Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .withUserConfiguration(Manual.class)
                .withBean(FakeTime.class)
                .withBean(Events.class)
                .withPropertyValues("spring.datasource.url=" + url)
                .withUserConfiguration(beans);
    }

    public static void run(ApplicationContextRunner runner, Check check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(new Stored(context));
        });
    }

    /** Runs a test that works with this bean. */
    public static <T> void run(ApplicationContextRunner runner, Class<T> type, BeanCheck<T> check) {
        run(runner, stored -> check.accept(stored, stored.bean(type)));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public FakeTime time() {
        return time;
    }

    public List<RedeliveryExhausted> events() {
        return bean(Events.class).seen;
    }

    public void inTransaction(Runnable work) {
        new TransactionTemplate(bean(PlatformTransactionManager.class)).executeWithoutResult(status -> work.run());
    }

    /** Makes all calls that are due. */
    public void makeDue() {
        ManualScheduler scheduler = bean(ManualScheduler.class);
        scheduler.setTime(time.instant());
        scheduler.runAnyDueExecutions();
    }

    /** Runs the housekeeping that is due every few seconds. */
    public void tidyUp() {
        bean(RedeliveryHousekeeping.class).runNow();
    }

    /** Advances time until the only call is due, and makes it. */
    Duration makeNext() {
        Duration left = Duration.between(time.instant(), due(CallStore.TASK).get(0));
        if (left.compareTo(Duration.ZERO) > 0) {
            time.advance(left);
        }
        makeDue();
        return left;
    }

    /** Simulates an instance that died while making the only call, and its detection. */
    void dieMakingIt() {
        database.sql("update scheduled_tasks set picked = true, picked_by = 'dead', last_heartbeat = ?")
                .param(Timestamp.from(time.instant().minus(Duration.ofDays(1))))
                .update();
        bean(ManualScheduler.class).runDeadExecutionDetection();
    }

    List<Instant> due(String task) {
        return database
                .sql("select execution_time from scheduled_tasks where task_name = ? order by execution_time")
                .param(task)
                .query(Timestamp.class)
                .list()
                .stream()
                .map(Timestamp::toInstant)
                .toList();
    }

    public long count(String query) {
        return database.sql(query).query(Long.class).single();
    }

    public void execute(String statement) {
        database.sql(statement).update();
    }

    /** Counts waiting and parked calls. */
    public int waiting() {
        return due(CallStore.TASK).size() + parked();
    }

    public int parked() {
        return due(CallStore.PARKED).size();
    }

    public int dead() {
        return due(DeadLetters.TASK).size();
    }

    String data() {
        return data(CallStore.TASK);
    }

    public String data(String task) {
        return new String(database.sql("select task_data from scheduled_tasks where task_name = ?")
                .param(task)
                .query(byte[].class)
                .single());
    }

    public void overwrite(String json) {
        database.sql("update scheduled_tasks set task_data = ?")
                .param(json.getBytes())
                .update();
    }

    Map<Outcome, Long> outcomes(String policy) {
        return bean(CallStatisticsRegistry.class).counts(policy);
    }

    /** Changes a policy while the application runs. */
    public void change(String policy, String field, String value) {
        bean(PolicyStore.class)
                .change(SettingsGroup.POLICIES, policy, Map.of(field, value), Author.of(null, ChangeSource.ENDPOINT));
    }

    /** Pauses the delivery to these methods, or to all. */
    public void pause(String... methods) {
        bean(ParkedCalls.class).pause(keys(methods), "ada", "endpoint");
    }

    public void resume(String... methods) {
        bean(ParkedCalls.class).resume(keys(methods));
    }

    private static Set<String> keys(String... methods) {
        return Stream.of(methods).map(CallId::key).collect(Collectors.toSet());
    }

    public interface BeanCheck<T> {
        void accept(Stored stored, T bean) throws Exception;
    }

    public interface Check {

        void accept(Stored stored) throws Exception;
    }

    static class Events {

        final List<RedeliveryExhausted> seen = new ArrayList<>();

        @EventListener
        void heard(RedeliveryExhausted event) {
            seen.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Manual {

        @Bean
        @DependsOnDatabaseInitialization
        Scheduler scheduler(
                DataSource dataSource, List<Task<?>> tasks, DbSchedulerCustomizer customizer, FakeTime time) {
            SettableClock clock = new SettableClock();
            clock.set(time.instant());
            TestHelper.ManualSchedulerBuilder builder = TestHelper.createManualScheduler(
                            new TransactionAwareDataSourceProxy(dataSource), tasks)
                    .clock(clock);
            builder.serializer(customizer.serializer().orElseThrow());
            return builder.build();
        }
    }
}
