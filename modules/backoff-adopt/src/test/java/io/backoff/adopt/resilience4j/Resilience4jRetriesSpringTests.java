package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.retry.annotation.Retry;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.SimpleTransactionStatus;

/** Resilience4j's retries together with transactions, caches and asynchronous methods. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesSpringTests {

    private static final Transactions transactions = new Transactions();
    private static ResilienceApplication application;

    private final IllegalStateException down = new IllegalStateException("down");
    private final Service service;

    Resilience4jRetriesSpringTests(String mode) {
        service = application.fresh(Service.class);
        transactions.events.clear();
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .start(Spring.class, Service.class, Outer.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void eachAttemptHasItsOwnTransaction() throws Exception {
        assertThat(service.transactional(Script.of(down, down, "ok"))).isEqualTo("ok");
        assertThat(transactions.events).containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit");
    }

    @Test
    void anOuterTransactionSpansAllAttempts() throws Exception {
        assertThat(application.get(Outer.class).call(Script.of(down, "ok"))).isEqualTo("ok");
        assertThat(transactions.events).containsExactly("begin", "commit");
    }

    @Test
    void anOuterTransactionIsRolledBackForTheLastFailure() {
        assertThat(catchThrowable(() -> application.get(Outer.class).call(Script.of(down))))
                .isSameAs(down);
        assertThat(transactions.events).containsExactly("begin", "rollback");
    }

    @Test
    void anAsynchronousMethodIsRetriedOnItsThread() {
        Script<Object> script =
                Script.of(CompletableFuture.failedFuture(down), CompletableFuture.completedFuture("ok"));
        assertThat(service.async(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(script.threads()).doesNotContain(Thread.currentThread());
        assertThat(script.threads().get(0).getName()).startsWith("async-");
        assertThat(script.threads().get(1).getName()).doesNotStartWith("async-");
    }

    @Test
    void aCachedResultIsNoAttempt() throws Exception {
        Script<Object> script = Script.of(down, "ok", "other");
        assertThat(service.cached("key", script)).isEqualTo("ok");
        assertThat(service.cached("key", script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        application.get(CacheManager.class).getCache("results").clear();
    }

    /** Notes what happens to transactions. */
    static class Transactions implements PlatformTransactionManager {

        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public TransactionStatus getTransaction(TransactionDefinition definition) {
            events.add("begin");
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            events.add("commit");
        }

        @Override
        public void rollback(TransactionStatus status) {
            events.add("rollback");
        }
    }

    @EnableTransactionManagement(proxyTargetClass = true)
    @EnableAsync(proxyTargetClass = true)
    @EnableCaching(proxyTargetClass = true)
    static class Spring {

        @Bean
        PlatformTransactionManager transactionManager() {
            return transactions;
        }

        @Bean
        TaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("async-");
        }

        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }
    }

    static class Outer {

        private final Service service;

        Outer(Service service) {
            this.service = service;
        }

        @Transactional
        public Object call(Callable<Object> attempt) throws Exception {
            return service.plain(attempt);
        }
    }

    static class Service {

        @Retry(name = "three")
        public Object plain(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Transactional
        @Retry(name = "three")
        public Object transactional(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Async
        @Retry(name = "three")
        @SuppressWarnings("unchecked")
        public CompletableFuture<Object> async(Script<Object> attempt) {
            return (CompletableFuture<Object>) attempt.call();
        }

        @Retry(name = "three")
        @Cacheable(cacheNames = "results", key = "#key")
        public Object cached(String key, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
