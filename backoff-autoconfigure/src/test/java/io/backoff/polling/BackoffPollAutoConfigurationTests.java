package io.backoff.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Rejections;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

class BackoffPollAutoConfigurationTests {

    private final ApplicationContextRunner application = Applications.with(
            TaskExecutionAutoConfiguration.class,
            TaskSchedulingAutoConfiguration.class,
            BackoffAutoConfiguration.class,
            BackoffPollAutoConfiguration.class);

    @Test
    void pollsOnThreadsOfItsOwn() {
        application.withBean(Watch.class).run(running -> {
            assertThat(running.getBean(Watch.class).thread()).startsWith("backoff-poll-");
            assertThat(running).doesNotHaveBean(TaskScheduler.class).hasBean("applicationTaskExecutor");
        });
    }

    @Test
    void endsItsThreadsWithTheApplication() {
        application.withBean(Watch.class).run(running -> {
            ThreadPoolTaskScheduler own =
                    (ThreadPoolTaskScheduler) running.getBean(PollThreads.class).get();
            running.close();
            assertThat(own.getScheduledThreadPoolExecutor().isShutdown()).isTrue();
        });
    }

    @Test
    void pollsOnThoseOfTheApplication() {
        application
                .withUserConfiguration(Scheduling.class)
                .withBean(Watch.class)
                .run(running ->
                        assertThat(running.getBean(Watch.class).thread()).startsWith("scheduling-"));
    }

    @Test
    void amongSeveralSchedulersTakesTheUsualOne() {
        application
                .withUserConfiguration(Scheduling.class)
                .withBean("another", ThreadPoolTaskScheduler.class)
                .withBean("taskScheduler", ThreadPoolTaskScheduler.class, () -> named("usual-"))
                .withBean(Watch.class)
                .run(running ->
                        assertThat(running.getBean(Watch.class).thread()).startsWith("usual-"));
    }

    @Test
    void pollsThroughProxies() {
        application
                .withBean(Work.class, () -> {
                    ProxyFactory proxy = new ProxyFactory(new Behind());
                    proxy.setInterfaces(Work.class);
                    return (Work) proxy.getProxy();
                })
                .run(running -> assertThat(running.getBean(BackoffPolls.class).all())
                        .extracting(BackoffPolls.Poll::method)
                        .containsExactly("Behind.poll"));
    }

    @Test
    void readsPlaceholdersAndMetaAnnotations() {
        application
                .withPropertyValues("backoff.policies.mail.delay=1h", "policy.of.mail=mail")
                .withBean("meta", Meta.class)
                .run(running -> assertThat(running.getBean(BackoffPolls.class).all())
                        .extracting(BackoffPolls.Poll::policy)
                        .containsExactly("mail"));
    }

    @Test
    void needsNoMicrometer() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .withBean(Watch.class)
                .run(running -> assertThat(running).hasSingleBean(BackoffPolls.class));
    }

    @ParameterizedTest
    @MethodSource
    void rejects(Class<?> type, String reason) {
        application
                .withPropertyValues("backoff.policies.restless.strategy=none")
                .withBean("bean", type)
                .run(running -> assertThat(running)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("@BackoffPoll on " + type.getName())
                        .hasMessageContaining(reason)
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Arguments> rejects() {
        return Stream.of(
                Arguments.of(WithParameters.class, "it has parameters"),
                Arguments.of(Unknown.class, "there is no policy 'defualt'"),
                Arguments.of(Restless.class, "the policy 'restless' has no delay"),
                Arguments.of(Late.class, "CompletableFuture, so when the method returns, it is unknown"),
                Arguments.of(Later.class, "Future, so when the method returns, it is unknown"));
    }

    @Test
    void rejectsABeanThatIsNoSingleton() {
        application
                .withBean(Watch.class, Watch::new, definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasMessageContaining("not a singleton")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void rejectsAScopedBean() {
        application
                .withInitializer(context -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
                .withUserConfiguration(Scoped.class)
                .run(running -> assertThat(running)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("the bean 'scopedTarget.watch' is not a singleton")
                        .satisfies(Rejections::areExplained));
    }

    private static ThreadPoolTaskScheduler named(String prefix) {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setThreadNamePrefix(prefix);
        return scheduler;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Watch watch() {
            return new Watch();
        }
    }

    static class Watch {

        private final CountDownLatch polled = new CountDownLatch(1);
        private volatile String thread = "";

        @BackoffPoll
        private boolean poll() {
            if (polled.getCount() > 0) {
                thread = Thread.currentThread().getName();
                polled.countDown();
            }
            return false;
        }

        String thread() throws InterruptedException {
            assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
            return thread;
        }
    }

    interface Work {

        boolean poll();
    }

    static class Behind implements Work {

        @Override
        @BackoffPoll
        public boolean poll() {
            return false;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @BackoffPoll("${policy.of.mail}")
    @interface MailPoll {}

    static class Meta {

        @MailPoll
        void poll() {}
    }

    static class WithParameters {

        @BackoffPoll
        boolean poll(String what) {
            return what.isEmpty();
        }
    }

    static class Unknown {

        @BackoffPoll("defualt")
        void poll() {}
    }

    static class Restless {

        @BackoffPoll("restless")
        void poll() {}
    }

    static class Late {

        @BackoffPoll
        CompletableFuture<Boolean> poll() {
            return CompletableFuture.completedFuture(true);
        }
    }

    static class Later {

        @BackoffPoll
        Future<Boolean> poll() {
            return CompletableFuture.completedFuture(true);
        }
    }
}
