package io.backoff.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Backoff;
import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.RetryDecision;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.JpaConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.CannotCreateTransactionException;

/** Spring Data repositories: proxies around a class that does not implement the annotated interface. */
class JpaRepositoryTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class))
            .withUserConfiguration(Jpa.class)
            .withPropertyValues("backoff.policies.database.max-attempts=3", "backoff.policies.database.budget=none")
            .withBean(FakeTime.class)
            .withBean(RecordingListener.class)
            .withBean(SimpleMeterRegistry.class);

    @Test
    void anAnnotatedRepositoryIsRetried() {
        application.run(context -> {
            var books = context.getBean(Books.class);
            failNext(context, 2);
            books.save(new Book("1"));
            failNext(context, 2);
            assertThat(books.findByTitle("of 1")).hasSize(1);
            failNext(context, 2);
            assertThat(books.count()).isEqualTo(1);
            assertThat(decided(context))
                    .containsExactly(
                            "Books.save",
                            "Books.save",
                            "Books.save",
                            "Books.findByTitle",
                            "Books.findByTitle",
                            "Books.findByTitle",
                            "Books.count",
                            "Books.count",
                            "Books.count");
        });
    }

    @Test
    void anAnnotatedMethodIsRetriedAndNoOther() {
        application.run(context -> {
            var authors = context.getBean(Authors.class);
            failNext(context, 2);
            assertThat(authors.count()).isZero();
            assertThat(decided(context)).containsExactly("Authors.count", "Authors.count", "Authors.count");
            failNext(context, 1);
            assertThatExceptionOfType(CannotCreateTransactionException.class).isThrownBy(() -> authors.findById("1"));
        });
    }

    @Test
    void aDefaultMethodMayBeTheFallback() {
        application.run(context -> {
            failNext(context, 3);
            assertThat(context.getBean(Authors.class).existsById("1")).isFalse();
        });
    }

    @Test
    void theSeriesMadeAtStartupAreTheOnesThatCount() {
        application.run(context -> {
            var atStartup = series(context);
            assertThat(context.getBean(MethodInspection.class).methods())
                    .extracting(each -> each.guarded().guard().calls().method())
                    .contains("Books.count", "Books.save", "Books.findByTitle", "Authors.count")
                    .doesNotContain("Authors.save");
            context.getBean(Books.class).count();
            context.getBean(Authors.class).count();
            assertThat(series(context)).containsExactlyInAnyOrderElementsOf(atStartup);
            for (var method : List.of("Books.count", "Authors.count")) {
                assertThat(calls(context, method)).isEqualTo(1);
            }
        });
    }

    private static double calls(ApplicationContext context, String method) {
        return context.getBean(MeterRegistry.class).get("backoff.calls").tag("method", method).meters().stream()
                .mapToDouble(each -> each.measure().iterator().next().getValue())
                .sum();
    }

    private static List<Meter.Id> series(ApplicationContext context) {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .map(Meter::getId)
                .filter(each -> each.getName().startsWith("backoff."))
                .toList();
    }

    private static void failNext(ApplicationContext context, int connections) {
        context.getBean(FlakyDataSource.class).failures.set(connections);
    }

    private static List<String> decided(ApplicationContext context) {
        return context.getBean(RecordingListener.class).decisions().stream()
                .map(RetryDecision::method)
                .toList();
    }

    @Backoff("database")
    interface Books extends JpaRepository<Book, String> {

        List<Book> findByTitle(String title);
    }

    interface Authors extends JpaRepository<Author, String> {

        @Override
        @Backoff("database")
        long count();

        @Override
        @Backoff(value = "database", fallback = "unknown")
        boolean existsById(String id);

        default boolean unknown(String id) {
            return false;
        }
    }

    @Entity(name = "book")
    static class Book {

        @Id
        private String id;

        private String title;

        protected Book() {}

        Book(String id) {
            this.id = id;
            this.title = "of " + id;
        }

        String title() {
            return title;
        }
    }

    @Entity(name = "author")
    static class Author {

        @Id
        private String id;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            excludeFilters = @Filter(type = FilterType.REGEX, pattern = ".*RepositoryClassesTests.*"))
    static class Jpa extends JpaConfiguration {

        Jpa() {
            super(Book.class, Author.class);
        }

        @Bean
        FlakyDataSource dataSource() {
            var h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:repositories-" + System.identityHashCode(h2) + ";DB_CLOSE_DELAY=-1");
            return new FlakyDataSource(h2);
        }
    }

    static class FlakyDataSource extends DelegatingDataSource {

        private final AtomicInteger failures = new AtomicInteger();

        FlakyDataSource(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (failures.getAndDecrement() > 0) {
                throw new SQLTransientConnectionException("no connection");
            }
            return super.getConnection();
        }
    }
}
