package io.backoff.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.RetryDecision;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.JpaConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.jpa.repository.support.JpaEntityInformation;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;

/** Annotations on the classes behind a Spring Data repository whose interface has none. */
class RepositoryClassesTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
            .withUserConfiguration(Jpa.class)
            .withPropertyValues("backoff.policies.database.max-attempts=3", "backoff.policies.database.budget=none")
            .withBean(FakeTime.class)
            .withBean(RecordingListener.class);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMethodOfTheBaseClassIsRetried(boolean classProxies) {
        application
                .withUserConfiguration(WithAnnotatedMethod.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    var pages = context.getBean(Pages.class);
                    catchThrowable(pages::count);
                    assertThat(decided(context)).containsExactly(times3("AnnotatedMethod.count"));
                    pages.existsById("1");
                    assertThat(decided(context)).hasSize(3);
                    assertThat(inspected(context))
                            .contains("AnnotatedMethod.count")
                            .doesNotContain("AnnotatedMethod.existsById");
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnnotatedBaseClassIsRetried(boolean classProxies) {
        application
                .withUserConfiguration(WithAnnotatedClass.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    var pages = context.getBean(Pages.class);
                    catchThrowable(pages::count);
                    assertThat(decided(context)).containsExactly(times3("AnnotatedClass.count"));
                    pages.save(new Page("1"));
                    assertThat(pages.findByTitle("of 1")).hasSize(1);
                    assertThat(decided(context)).contains("AnnotatedClass.save", "AnnotatedClass.findByTitle");
                    assertThat(inspected(context))
                            .contains("AnnotatedClass.count", "AnnotatedClass.findByTitle")
                            .doesNotContain("AnnotatedClass.setProjectionFactory");
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMethodOfAFragmentIsRetried(boolean classProxies) {
        application
                .withUserConfiguration(WithAnnotatedMethod.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    catchThrowable(() -> context.getBean(Pages.class).archive());
                    assertThat(decided(context)).containsExactly(times3("ArchivingImpl.archive"));
                    assertThat(inspected(context)).contains("ArchivingImpl.archive");
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMethodThatTheInterfaceNarrowsIsRetried(boolean classProxies) {
        application
                .withUserConfiguration(WithAnnotatedMethod.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .run(context -> {
                    catchThrowable(() -> context.getBean(Pages.class).save(new Page("1")));
                    assertThat(decided(context)).containsExactly(times3("AnnotatedMethod.save"));
                });
    }

    private static String[] times3(String method) {
        return new String[] {method, method, method};
    }

    private static List<String> decided(ApplicationContext context) {
        return context.getBean(RecordingListener.class).decisions().stream()
                .map(RetryDecision::method)
                .toList();
    }

    private static List<String> inspected(ApplicationContext context) {
        return context.getBean(MethodInspection.class).methods().stream()
                .map(each -> each.guarded().guard().calls().method())
                .toList();
    }

    interface Pages extends JpaRepository<Page, String>, Archiving {

        List<Page> findByTitle(String title);

        @Override
        <S extends Page> S save(S page);

        @Override
        long count();
    }

    interface Archiving {

        void archive();
    }

    static class ArchivingImpl implements Archiving {

        @Override
        @Backoff("database")
        public void archive() {
            throw new TransientDataAccessResourceException("archive");
        }
    }

    static class AnnotatedMethod<T> extends SimpleJpaRepository<T, String> {

        AnnotatedMethod(JpaEntityInformation<T, ?> information, EntityManager manager) {
            super(information, manager);
        }

        @Override
        @Backoff("database")
        public long count() {
            throw new TransientDataAccessResourceException("count");
        }

        @Override
        @Backoff("database")
        public <S extends T> S save(S entity) {
            throw new TransientDataAccessResourceException("save");
        }
    }

    @Backoff("database")
    static class AnnotatedClass<T> extends SimpleJpaRepository<T, String> {

        AnnotatedClass(JpaEntityInformation<T, ?> information, EntityManager manager) {
            super(information, manager);
        }

        @Override
        public long count() {
            throw new TransientDataAccessResourceException("count");
        }
    }

    @Entity(name = "page")
    static class Page {

        @Id
        private String id;

        private String title;

        protected Page() {}

        Page(String id) {
            this.id = id;
            this.title = "of " + id;
        }

        String title() {
            return title;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            repositoryBaseClass = AnnotatedMethod.class,
            excludeFilters = @Filter(type = FilterType.REGEX, pattern = ".*JpaRepositoryTests.*"))
    static class WithAnnotatedMethod {}

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            repositoryBaseClass = AnnotatedClass.class,
            excludeFilters = @Filter(type = FilterType.REGEX, pattern = ".*JpaRepositoryTests.*"))
    static class WithAnnotatedClass {}

    @Configuration(proxyBeanMethods = false)
    static class Jpa extends JpaConfiguration {

        Jpa() {
            super(Page.class);
        }

        @Bean
        DataSource dataSource() {
            var h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return h2;
        }
    }
}
