package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Retries together with transactions, {@code @Async} and {@code @Cacheable}. */
class SpringRetriesCombinedTests extends RetriedBeans {

    private final Service service = get(Service.class);
    private final RecordedTransactions transactions = get(RecordedTransactions.class);
    private final TransactionTemplate around = new TransactionTemplate(transactions);
    private final IllegalStateException failure = new IllegalStateException("failure");

    SpringRetriesCombinedTests(String mode) {
        super(mode, Features.class, Service.class, RecoveringService.class);
    }

    @BeforeEach
    void forgetTransactions() {
        transactions.events().clear();
    }

    @Test
    void hasATransactionPerAttempt() throws Exception {
        var script = Script.of(failure, "result");
        assertThat(service.transactional(script)).isEqualTo("result");
        assertThat(transactions.events()).containsExactly("begin", "rollback", "begin", "commit");
    }

    @Test
    void rollsEachTransactionBack() {
        assertThrows(failure, () -> service.transactional(Script.of(failure)));
        assertThat(transactions.events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
    }

    @Test
    void commitsOnCheckedExceptions() throws Exception {
        assertThat(service.transactional(Script.of(new IOException(), "result")))
                .isEqualTo("result");
        assertThat(transactions.events()).containsExactly("begin", "commit", "begin", "commit");
    }

    @Test
    void recoversOutsideOfTheTransactions() throws Exception {
        assertThat(get(RecoveringService.class).transactional(Script.of(failure)))
                .isEqualTo("recovered");
        assertThat(transactions.events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
    }

    @Test
    void runsWithinAnEnclosingTransaction() {
        var script = Script.of(failure, "result");
        assertThat(around.<Object>execute(status -> service.plain(script))).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(transactions.events()).containsExactly("begin", "commit");
    }

    @Test
    void cannotRescueAnEnclosingTransactionThatAnAttemptTookPartIn() {
        var script = Script.of(failure, "result");
        assertThat(catchThrowable(() -> around.<Object>execute(status -> service.joining(script))))
                .isExactlyInstanceOf(UnexpectedRollbackException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(transactions.events()).containsExactly("begin", "rollback only", "rollback only", "rollback");
    }

    @Test
    void retriesOnTheThreadOfAnAsynchronousMethod() throws Exception {
        var threads = new ArrayList<Thread>();
        var script = Script.calling(
                () -> {
                    threads.add(Thread.currentThread());
                    throw failure;
                },
                () -> {
                    threads.add(Thread.currentThread());
                    return "result";
                });
        assertThat(service.async(script).get(10, TimeUnit.SECONDS)).isEqualTo("result");
        assertThat(threads).hasSize(2).doesNotContain(Thread.currentThread());
        assertThat(threads.get(0)).isSameAs(threads.get(1));
        assertThat(threads.get(0).getName()).startsWith("async-");
    }

    @Test
    void failsTheFutureOfAnAsynchronousMethod() throws Exception {
        var script = Script.of(failure);
        var future = service.async(script);
        assertThat(catchThrowable(() -> future.get(10, TimeUnit.SECONDS)).getCause())
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void cachesTheResultOfTheLastAttempt() throws Exception {
        var script = Script.of(failure, "result", "another");
        assertThat(service.cached(script)).isEqualTo("result");
        assertThat(service.cached(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void doesNotCacheFailures() throws Exception {
        var script = Script.of(failure, failure, failure, "result");
        assertThrows(failure, () -> service.cached(script));
        assertThat(service.cached(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void doesNotCacheRecoveredResults() throws Exception {
        var script = Script.of(failure, failure, failure, "result");
        var recovering = get(RecoveringService.class);
        assertThat(recovering.cached(script)).isEqualTo("recovered");
        assertThat(recovering.cached(script)).isEqualTo("result");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching
    @EnableTransactionManagement
    static class Features {

        @Bean
        RecordedTransactions transactions() {
            return new RecordedTransactions();
        }

        @Bean
        ConcurrentMapCacheManager caches() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("async-");
        }
    }

    static class Service {

        @Retryable
        @Transactional
        public Object transactional(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        @Transactional
        public Object joining(Script script) {
            return script.runUndeclared();
        }

        @Retryable
        public Object plain(Script script) {
            return script.runUndeclared();
        }

        @Retryable
        @Async
        public CompletableFuture<Object> async(Script script) throws Exception {
            return CompletableFuture.completedFuture(script.run());
        }

        @Retryable
        @Cacheable("results")
        public Object cached(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @Retryable
        @Transactional
        public Object transactional(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        @Cacheable("recovered")
        public Object cached(Script script) throws Exception {
            return script.run();
        }

        @Recover
        public Object recover(Exception failure, Script script) {
            return "recovered";
        }
    }
}
