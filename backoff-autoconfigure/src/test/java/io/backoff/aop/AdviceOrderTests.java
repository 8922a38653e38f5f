package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.RecordingTransactions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

class AdviceOrderTests {

    @ParameterizedTest
    @EnumSource
    void runsATransactionPerAttempt(Contexts proxies) {
        proxies.runner(Transactions.class, TransactionalService.class).run(context -> {
            context.getBean(Service.class).succeedAt(3);
            assertThat(context.getBean(RecordingTransactions.class).events())
                    .containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
        });
    }

    @ParameterizedTest
    @EnumSource
    void looksIntoTheCachePerAttempt(Contexts proxies) {
        proxies.runner(Caching.class, CachedService.class).run(context -> {
            var service = context.getBean(Service.class);
            service.succeedAt(2);
            service.succeedAt(2);
            assertThat(context.getBean(CountingCaches.class).lookUps).isEqualTo(3);
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(3);
        });
    }

    @ParameterizedTest
    @EnumSource
    void retriesOnTheThreadOfAnAsynchronousMethod(Contexts proxies) {
        proxies.runner(AsyncSupport.class, AsyncService.class).run(context -> {
            context.getBean(Background.class).start();
            var threads = AsyncService.done.get(20, TimeUnit.SECONDS);
            assertThat(threads).hasSize(3).doesNotContain(Thread.currentThread());
            assertThat(threads.stream().distinct()).hasSize(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void runsInnerAdviceOncePerAttempt(Contexts proxies) {
        proxies.runner(ChangingArguments.class, EchoService.class).run(context -> {
            context.getBean(Echo.class).echo("x");
            // Each attempt starts with the caller's arguments, whatever the previous one changed.
            assertThat(EchoService.seen).containsExactly("x+", "x+", "x+");
        });
    }

    @ParameterizedTest
    @EnumSource
    void staysOutsideOfATransactionOfTheSameOrder(Contexts proxies) {
        proxies.runner(Transactions.class, TransactionalService.class)
                .withPropertyValues("backoff.order=" + Ordered.LOWEST_PRECEDENCE)
                .run(context -> {
                    context.getBean(Service.class).succeedAt(2);
                    assertThat(context.getBean(RecordingTransactions.class).events())
                            .containsExactly("begin", "rollback", "begin", "commit");
                });
    }

    @Test
    void isMovedByItsProperty() {
        Contexts.CGLIB
                .runner(OuterTransactions.class, TransactionalService.class)
                .withPropertyValues("backoff.order=" + Ordered.LOWEST_PRECEDENCE)
                .run(context -> {
                    context.getBean(Service.class).succeedAt(2);
                    assertThat(context.getBean(RecordingTransactions.class).events())
                            .containsExactly("begin", "commit");
                });
    }

    interface Service {

        int succeedAt(int attempt);
    }

    private static class Flaky {

        private int calls;

        int next(int attempt) {
            if (++calls < attempt) {
                throw new IllegalStateException("call " + calls);
            }
            return calls;
        }
    }

    static class TransactionalService implements Service {

        private final Flaky flaky = new Flaky();

        @Override
        @Backoff("payments")
        @Transactional
        public int succeedAt(int attempt) {
            return flaky.next(attempt);
        }
    }

    static class CachedService implements Service {

        private final Flaky flaky = new Flaky();

        @Override
        @Backoff("payments")
        @Cacheable("results")
        public int succeedAt(int attempt) {
            return flaky.next(attempt);
        }
    }

    interface Background {

        void start();
    }

    static class AsyncService implements Background {

        static CompletableFuture<List<Thread>> done;

        private final List<Thread> threads = new ArrayList<>();

        AsyncService() {
            done = new CompletableFuture<>();
        }

        @Override
        @Async
        @Backoff("payments")
        public void start() {
            threads.add(Thread.currentThread());
            if (threads.size() < 3) {
                throw new IllegalStateException();
            }
            done.complete(threads);
        }
    }

    interface Echo {

        void echo(String text);
    }

    static class EchoService implements Echo {

        static List<String> seen;

        EchoService() {
            seen = new ArrayList<>();
        }

        @Override
        @Backoff("payments")
        public void echo(String text) {
            seen.add(text);
            if (seen.size() < 3) {
                throw new IllegalStateException();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = false)
    static class Transactions {

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0, proxyTargetClass = false)
    static class OuterTransactions {

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caching {

        @Bean
        CountingCaches cacheManager() {
            return new CountingCaches();
        }
    }

    static class CountingCaches extends ConcurrentMapCacheManager {

        private int lookUps;

        @Override
        protected ConcurrentMapCache createConcurrentMapCache(String name) {
            return new ConcurrentMapCache(name) {
                @Override
                public ValueWrapper get(Object key) {
                    lookUps++;
                    return super.get(key);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class AsyncSupport {}

    @Configuration(proxyBeanMethods = false)
    static class ChangingArguments {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor appendingPlus() {
            var pointcut = new NameMatchMethodPointcut();
            pointcut.setMappedName("echo");
            var advisor = new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) invocation -> {
                invocation.getArguments()[0] += "+";
                return invocation.proceed();
            });
            advisor.setOrder(Integer.MAX_VALUE);
            return advisor;
        }
    }
}
