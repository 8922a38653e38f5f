package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.code.springbatch.BookingWriter;
import io.backoff.docs.code.springbatch.Order;
import io.backoff.docs.code.springbatch.Partner;
import io.backoff.docs.code.springbatch.PriceProcessor;
import io.backoff.docs.code.springbatch.PricedOrder;
import io.backoff.docs.code.springbatch.Steps;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.spring.SpringPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableJdbcJobRepository;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.ChunkOrientedStepBuilder;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.support.ListItemReader;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** The claims about Spring Batch, tested with jobs on a real job repository that call a local server. */
class SpringBatchTests {

    private static final Path PAGE = Docs.GUIDE.resolve("other-retries.md");
    private static final Map<String, Build> STEPS = new LinkedHashMap<>();
    private static final Map<String, Class<? extends ItemWriter<PricedOrder>>> TRANSACTIONS = new LinkedHashMap<>();
    private static final Map<String, Build> WRITERS = new LinkedHashMap<>();

    private static HttpCallee partner;
    private static ConfigurableApplicationContext application;

    static {
        STEPS.put("neither", step -> step.processor(unguarded()));
        STEPS.put("`@Backoff` on the processor", step -> step.processor(guarded()));
        STEPS.put(
                "`retryLimit(1)`",
                step -> step.processor(unguarded()).faultTolerant().retryLimit(1));
        STEPS.put("both", step -> step.processor(guarded()).faultTolerant().retryLimit(1));
        STEPS.put(
                "`retryPolicy(policies.retryPolicy(\"partner\"))`",
                step -> step.processor(unguarded()).faultTolerant().retryPolicy(policy()));
        STEPS.put(
                "that and `@Backoff`",
                step -> step.processor(guarded()).faultTolerant().retryPolicy(policy()));

        WRITERS.put("`@Backoff` on the writer", step -> step.writer(bean(GuardedWriter.class)));
        WRITERS.put(
                "`retryPolicy(policies.retryPolicy(\"partner\"))`",
                step -> step.writer(bean(PlainWriter.class)).faultTolerant().retryPolicy(policy()));
        WRITERS.put(
                "that and `@Backoff`",
                step -> step.writer(bean(GuardedWriter.class)).faultTolerant().retryPolicy(policy()));

        TRANSACTIONS.put("`@Backoff`", GuardedWriter.class);
        TRANSACTIONS.put("`@Backoff` and `@Transactional`", JoiningWriter.class);
        TRANSACTIONS.put("`@Backoff` and `@Transactional(propagation = Propagation.NESTED)`", BookingWriter.class);
        TRANSACTIONS.put("neither, and the step has the `retryPolicy`", PlainWriter.class);
    }

    @BeforeAll
    static void start() {
        partner = new HttpCallee();
        application = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.NONE)
                .properties("backoff.policies.partner.strategy=none", "backoff.policies.partner.budget=none")
                .run();
    }

    @AfterAll
    static void stop() {
        application.close();
        partner.close();
    }

    @BeforeEach
    void forgetBookings() {
        bean(JdbcTemplate.class).update("delete from booking");
    }

    @ParameterizedTest
    @MethodSource
    void sendsAsManyRequestsForOneItem(List<String> row) {
        assertThat(requests(row.get(0), 503)).isEqualTo(Integer.parseInt(row.get(1)));
    }

    static Stream<List<String>> sendsAsManyRequestsForOneItem() {
        return Docs.table(PAGE, "what retries a processor").rows().stream();
    }

    @ParameterizedTest
    @MethodSource
    void sendsAsManyRequestsForOneChunk(List<String> row) {
        Build build = WRITERS.get(row.get(0));
        partner.respondWith(503);
        run(build, 3);
        assertThat(partner.requests()).isEqualTo(Integer.parseInt(row.get(1)));
        partner.respondWith(503);
        JobExecution skipping = run(step -> build.apply(step).faultTolerant().skip(RestClientException.class), 3);
        assertThat(partner.requests()).isEqualTo(Integer.parseInt(row.get(2)));
        assertThat(skipping.getStatus()).isEqualTo(BatchStatus.COMPLETED);
        assertThat(step(skipping).getWriteSkipCount()).isEqualTo(3);
    }

    static Stream<List<String>> sendsAsManyRequestsForOneChunk() {
        return Docs.table(PAGE, "what retries a writer").rows().stream();
    }

    @ParameterizedTest
    @MethodSource
    void leavesAsManyRows(List<String> row) {
        ItemWriter<PricedOrder> writer = bean(TRANSACTIONS.get(row.get(0)));
        Build build = writer instanceof PlainWriter
                ? step -> step.writer(writer).faultTolerant().retryPolicy(policy())
                : step -> step.writer(writer);
        partner.respondWith(503);
        assertThat(run(build, 1).getStatus()).isEqualTo(BatchStatus.FAILED);
        assertThat(partner.requests()).isEqualTo(Integer.parseInt(row.get(1)));
        assertThat(bookings()).isZero();
        partner.respondWith(503, 1);
        boolean completed = run(build, 1).getStatus() == BatchStatus.COMPLETED;
        assertThat(completed ? String.valueOf(bookings()) : "the step fails").isEqualTo(row.get(2));
    }

    static Stream<List<String>> leavesAsManyRows() {
        return Docs.table(PAGE, "the writer has").rows().stream();
    }

    @Test
    void isCompared() {
        assertThat(sendsAsManyRequestsForOneItem())
                .extracting(row -> row.get(0))
                .containsExactlyElementsOf(STEPS.keySet());
        assertThat(sendsAsManyRequestsForOneChunk())
                .extracting(row -> row.get(0))
                .containsExactlyElementsOf(WRITERS.keySet());
        assertThat(leavesAsManyRows()).extracting(row -> row.get(0)).containsExactlyElementsOf(TRANSACTIONS.keySet());
    }

    /** A retry limit retries every exception, a policy only what may pass. */
    @Test
    void retriesBadRequestsUnlessAPolicyDecides() {
        RetryPolicy once =
                RetryPolicy.builder().maxRetries(1).delay(Duration.ZERO).build();
        partner.respondWith(400);
        run(step -> step.processor(unguarded()).faultTolerant().retryPolicy(once), 1);
        assertThat(partner.requests()).isEqualTo(2);
        assertThat(requests("`@Backoff` on the processor", 400)).isOne();
        assertThat(requests("`retryPolicy(policies.retryPolicy(\"partner\"))`", 400))
                .isOne();
    }

    @Test
    void skipsWhatBackoffGaveUp() {
        partner.respondWith(503);
        var steps = new Steps(bean(JobRepository.class), transactions(), reader(2), guarded(), chunk -> {});
        JobExecution execution = start(steps.guardedByBackoff());
        assertThat(execution.getStatus()).isEqualTo(BatchStatus.COMPLETED);
        assertThat(step(execution).getProcessSkipCount()).isEqualTo(2);
        assertThat(partner.requests()).isEqualTo(6);
    }

    @Test
    void skipsWhatBatchGaveUp() {
        partner.respondWith(503);
        var steps = new Steps(bean(JobRepository.class), transactions(), reader(2), unguarded(), chunk -> {});
        JobExecution execution = start(steps.retriedByBatch(bean(SpringPolicies.class)));
        assertThat(execution.getStatus()).isEqualTo(BatchStatus.COMPLETED);
        assertThat(step(execution).getProcessSkipCount()).isEqualTo(2);
        assertThat(partner.requests()).isEqualTo(6);
    }

    private static int requests(String row, int status) {
        partner.respondWith(status);
        assertThat(run(STEPS.get(row), 1).getStatus()).isEqualTo(BatchStatus.FAILED);
        return partner.requests();
    }

    private static JobExecution run(Build build, int items) {
        ChunkOrientedStepBuilder<Order, PricedOrder> step = new StepBuilder("price", bean(JobRepository.class))
                .<Order, PricedOrder>chunk(3)
                .transactionManager(transactions())
                .reader(reader(items))
                .processor(order -> new PricedOrder(order.number()))
                .writer(chunk -> {});
        return start(build.apply(step).build());
    }

    private static JobExecution start(Step step) {
        try {
            return bean(JobOperator.class)
                    .start(
                            new JobBuilder("prices", bean(JobRepository.class))
                                    .start(step)
                                    .build(),
                            new JobParametersBuilder()
                                    .addLong("run", System.nanoTime())
                                    .toJobParameters());
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static StepExecution step(JobExecution execution) {
        return execution.getStepExecutions().iterator().next();
    }

    private static ItemReader<Order> reader(int items) {
        return new ListItemReader<>(Stream.iterate(1, each -> each + 1)
                .limit(items)
                .map(each -> new Order("order-" + each))
                .toList());
    }

    private static ItemProcessor<Order, PricedOrder> guarded() {
        return bean(PriceProcessor.class);
    }

    private static ItemProcessor<Order, PricedOrder> unguarded() {
        return bean(Partner.class)::price;
    }

    private static RetryPolicy policy() {
        return bean(SpringPolicies.class).retryPolicy("partner");
    }

    private static PlatformTransactionManager transactions() {
        return bean(PlatformTransactionManager.class);
    }

    private static <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    private static int bookings() {
        Integer count = bean(JdbcTemplate.class).queryForObject("select count(*) from booking", Integer.class);
        return count == null ? -1 : count;
    }

    private interface Build {

        ChunkOrientedStepBuilder<Order, PricedOrder> apply(ChunkOrientedStepBuilder<Order, PricedOrder> step);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableBatchProcessing
    @EnableJdbcJobRepository
    @EnableTransactionManagement(proxyTargetClass = true)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffHttpClientAutoConfiguration.class,
        BackoffTransactionAutoConfiguration.class,
        ImperativeHttpClientAutoConfiguration.class,
        RestClientAutoConfiguration.class
    })
    static class Beans {

        @Bean
        DataSource dataSource() {
            return new EmbeddedDatabaseBuilder()
                    .generateUniqueName(true)
                    .setType(EmbeddedDatabaseType.H2)
                    .addScript("/org/springframework/batch/core/schema-h2.sql")
                    .build();
        }

        @Bean
        JdbcTransactionManager transactionManager(DataSource database) {
            return new JdbcTransactionManager(database);
        }

        @Bean
        JdbcTemplate jdbc(DataSource database) {
            var jdbc = new JdbcTemplate(database);
            jdbc.execute("create table booking (number varchar(20))");
            return jdbc;
        }

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        Partner partner(RestClient.Builder clients) {
            return new Partner(clients, partner.url());
        }

        @Bean
        PriceProcessor prices(Partner partner) {
            return new PriceProcessor(partner);
        }

        @Bean
        BookingWriter nested(JdbcTemplate jdbc, Partner partner) {
            return new BookingWriter(jdbc, partner);
        }

        @Bean
        GuardedWriter guardedWriter(JdbcTemplate jdbc, Partner partner) {
            return new GuardedWriter(jdbc, partner);
        }

        @Bean
        JoiningWriter joining(JdbcTemplate jdbc, Partner partner) {
            return new JoiningWriter(jdbc, partner);
        }

        @Bean
        PlainWriter plain(JdbcTemplate jdbc, Partner partner) {
            return new PlainWriter(jdbc, partner);
        }
    }

    abstract static class Writer implements ItemWriter<PricedOrder> {

        private final JdbcTemplate jdbc;
        private final Partner partner;

        Writer(JdbcTemplate jdbc, Partner partner) {
            this.jdbc = jdbc;
            this.partner = partner;
        }

        @Override
        public void write(Chunk<? extends PricedOrder> orders) {
            orders.forEach(order -> jdbc.update("insert into booking values (?)", order.number()));
            partner.book(orders);
        }
    }

    static class PlainWriter extends Writer {

        PlainWriter(JdbcTemplate jdbc, Partner partner) {
            super(jdbc, partner);
        }
    }

    static class GuardedWriter extends Writer {

        GuardedWriter(JdbcTemplate jdbc, Partner partner) {
            super(jdbc, partner);
        }

        @Override
        @Backoff("partner")
        public void write(Chunk<? extends PricedOrder> orders) {
            super.write(orders);
        }
    }

    static class JoiningWriter extends Writer {

        JoiningWriter(JdbcTemplate jdbc, Partner partner) {
            super(jdbc, partner);
        }

        @Override
        @Backoff("partner")
        @Transactional
        public void write(Chunk<? extends PricedOrder> orders) {
            super.write(orders);
        }
    }
}
