package io.backoff.adopt;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.RecordingTransactions;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.AbstractRetryInterceptor;
import org.springframework.retry.annotation.AnnotationAwareRetryOperationsInterceptor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** Advice of applications around and inside of the retries, transactions, caches and other threads. */
class AdoptedAdviceTests extends AdoptionContract {

    private final Shop shop = get(Shop.class);
    private final List<Object> seen = get(Journal.class).seen();
    private final RecordingTransactions transactions = get(RecordingTransactions.class);
    private final TransactionTemplate around = new TransactionTemplate(transactions);

    AdoptedAdviceTests(AdoptedLibrary library, String mode) {
        super(library, mode, Journal.class, Advice.class, Features.class, Shop.class);
        seen.clear();
        transactions.events().clear();
        get(CacheManager.class).getCache("prices").clear();
    }

    @Test
    void outerAdviceSeesTheCallAndInnerAdviceEachAttemptWithItsAttributes() {
        catchThrowable(() -> shop.sell(Script.failing(9, "too late"), "apple"));
        shop.sell(Script.failing(1, "sold"), "pear");
        assertThat(seen)
                .containsExactly(
                        "outer",
                        "inner 1 apple",
                        "inner 1 apple",
                        "inner 1 apple",
                        "outer",
                        "inner 2 pear",
                        "inner 2 pear",
                        "outer sold");
    }

    @Test
    void argumentsThatAnAttemptChangesAreThoseOfTheCallAgain() {
        List<String> products = new ArrayList<>();
        assertThat(shop.note(Script.failing(2, "sold"), "apple", products)).isEqualTo("sold");
        assertThat(products).containsExactly("apple once", "apple once", "apple once");
    }

    @Test
    void attributesOfTheCallAreSeenWhereAPublisherIsCreated() {
        Script script = Script.failing(9, "too late");
        catchThrowable(() -> shop.order(script, "order").block());
        assertThat(script.attempts()).isEqualTo(library.retriesPublishers() ? 3 : 1);
        assertThat(seen).hasSize(3).startsWith("outer", "inner 1 order");
    }

    @Test
    void attributesOfTheCallReachTheAttemptsOfAFuture() {
        Script script = Script.of(failedFuture(new IOException()));
        catchThrowable(() -> shop.later(script, "later").join());
        assertThat(seen).filteredOn("inner 1 later"::equals).hasSize(library.retriesFutures() ? 3 : 1);
        assertThat(script.threads()).first().isSameAs(Thread.currentThread());
        assertThat(script.threads().subList(1, script.attempts())).doesNotContain(Thread.currentThread());
    }

    @Test
    void innerAdviceMayReplaceTheFailure() {
        Script script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> shop.sell(script, "replace"))).hasMessage("replaced");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void innerAdviceMayEndTheCall() {
        Script script = Script.failing(9, "too late");
        assertThat(shop.sell(script, "stop")).isEqualTo("stopped");
        assertThat(script.attempts()).isZero();
        assertOutcome(Outcome.SUCCESS);
    }

    @Test
    void eachFailedAttemptIsRolledBack() {
        assertThat(catchThrowable(() -> shop.transactional(Script.failing(3, "too late"))))
                .hasMessage("failure 3");
        assertThat(transactions.events())
                .containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    }

    @Test
    void checkedExceptionsCommit() {
        assertThat(shop.transactional(Script.of(new IOException(), "sold"))).isEqualTo("sold");
        assertThat(transactions.events()).containsExactly("begin", "commit", "begin", "commit");
    }

    @Test
    void synchronizationsBelongToAnAttempt() {
        Script script = Script.failing(1, "sold");
        shop.transactional(Script.calling(() -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

                @Override
                public void afterCompletion(int status) {
                    transactions.events().add("completed " + status);
                }
            });
            return script.run();
        }));
        assertThat(transactions.events())
                .containsExactly("begin", "rollback", "completed 1", "begin", "commit", "completed 0");
    }

    @Test
    void attemptsShareTheTransactionOfTheirCaller() {
        Script script = Script.failing(2, "sold");
        assertThat(around.<Object>execute(status -> shop.sell(script, "apple"))).isEqualTo("sold");
        assertThat(transactions.events()).containsExactly("begin", "commit");
    }

    @Test
    void theTransactionOfTheCallerIsRolledBackForTheLastFailure() {
        assertThat(catchThrowable(
                        () -> around.<Object>execute(status -> shop.sell(Script.failing(3, "too late"), "apple"))))
                .hasMessage("failure 3");
        assertThat(transactions.events()).containsExactly("begin", "rollback");
    }

    @Test
    void aTransactionThatAnAttemptJoinedIsSpoiled() {
        Script script = Script.failing(1, "sold");
        Throwable thrown = catchThrowable(() -> around.<Object>execute(status -> shop.transactional(script)));
        assertThat(thrown).isExactlyInstanceOf(UnexpectedRollbackException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(transactions.events()).containsExactly("begin", "rollback only", "rollback only", "rollback");
    }

    @Test
    void newTransactionsAreOfAnAttempt() {
        Script script = Script.failing(1, "sold");
        assertThat(around.<Object>execute(status -> shop.apart(script))).isEqualTo("sold");
        assertThat(transactions.events()).containsExactly("begin", "begin", "rollback", "begin", "commit", "commit");
    }

    @Test
    void aRecoveredResultIsCached() {
        Script script = Script.failing(2, "cheap");
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
        assertThat(script.attempts()).isEqualTo(3);
        assertOutcomes(Map.of(Outcome.RECOVERED, 1L, Outcome.SUCCESS, 1L));
    }

    @Test
    void aFailureIsNotCached() {
        Script script = Script.failing(3, "cheap");
        assertThat(catchThrowable(() -> shop.price("apple", script))).hasMessage("failure 3");
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
    }

    @Test
    void aFailedEvictionKeepsTheEntry() {
        shop.price("apple", Script.of("cheap"));
        catchThrowable(() -> shop.change("apple", Script.failing(3, "changed")));
        assertThat(shop.price("apple", Script.of("expensive"))).isEqualTo("cheap");
        assertThat(shop.change("apple", Script.failing(1, "changed"))).isEqualTo("changed");
        assertThat(shop.price("apple", Script.of("expensive"))).isEqualTo("expensive");
    }

    @Test
    void asynchronousMethodsFailTheirFuture() {
        CompletableFuture<Object> future = shop.async(Script.of(failedFuture(new IOException("last"))));
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.SECONDS))).hasRootCauseMessage("last");
        assertOutcome(library.retriesFutures() ? Outcome.EXHAUSTED : Outcome.NOT_RETRYABLE);
    }

    /** The library makes later attempts for futures on threads of its own. */
    @Test
    void asynchronousMethodsBeginOnTheThreadOfTheExecutor() throws Exception {
        IllegalStateException down = new IllegalStateException();
        Script script = Script.of(library.retriesFutures() ? failedFuture(down) : down, completedFuture("sold"));
        assertThat(shop.async(script).get(20, TimeUnit.SECONDS)).isEqualTo("sold");
        List<Thread> threads = script.threads();
        assertThat(threads).hasSize(2).doesNotContain(Thread.currentThread());
        assertThat(threads.get(0).getName()).startsWith("async-");
        assertThat(threads.get(1).getName().startsWith("async-")).isNotEqualTo(library.retriesFutures());
        assertThat(threads.get(1) == threads.get(0)).isNotEqualTo(library.retriesFutures());
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void nobodyWaitsForAVoidMethod() throws InterruptedException {
        Script script = Script.failing(2, "done");
        CountDownLatch done = new CountDownLatch(1);
        shop.open(script, done);
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(script.threads()).hasSize(3).doesNotContain(Thread.currentThread());
        assertThat(Set.copyOf(script.threads())).hasSize(1);
        assertOutcome(Outcome.RECOVERED);
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Object sell(Script script, String product) {
            return script.run();
        }

        public Object note(Script script, String product, List<String> products) {
            products.add(product);
            return script.run();
        }

        public Mono<Object> order(Script script, String product) {
            return Mono.fromCallable(script);
        }

        public CompletableFuture<Object> later(Script script, String product) {
            return script.run();
        }

        @Transactional
        public Object transactional(Script script) {
            return script.run();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public Object apart(Script script) {
            return script.run();
        }

        @Cacheable(cacheNames = "prices", key = "#product")
        public Object price(String product, Script script) {
            return script.run();
        }

        @CacheEvict(cacheNames = "prices", key = "#product")
        public Object change(String product, Script script) {
            return script.run();
        }

        @Async
        public CompletableFuture<Object> async(Script script) {
            return script.run();
        }

        @Async
        public void open(Script script, CountDownLatch done) {
            script.run();
            done.countDown();
        }
    }

    record Journal(List<Object> seen) {

        Journal() {
            this(new CopyOnWriteArrayList<>());
        }

        long calls() {
            return seen.stream().filter("outer"::equals).count();
        }
    }

    /** Adds advice directly around the pair that encloses the library, and directly inside of it. */
    record Advice(ObjectProvider<Journal> journal) implements BeanPostProcessor, Ordered {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof Shop && bean instanceof Advised advised) {
                List<Advisor> advisors = List.of(advised.getAdvisors());
                int theirs = 0;
                while (!isRetry(advisors.get(theirs))) {
                    theirs++;
                }
                advised.addAdvice(theirs, (MethodInterceptor) this::call);
                advised.addAdvice(theirs + 2, (MethodInterceptor) this::attempt);
            }
            return bean;
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        private static boolean isRetry(Advisor advisor) {
            return advisor.getAdvice() instanceof AbstractAspectJAdvice advice
                    ? advice.getAspectJAdviceMethod().getDeclaringClass() == RetryAspect.class
                    : advisor.getAdvice() instanceof AbstractRetryInterceptor
                            || advisor.getAdvice() instanceof AnnotationAwareRetryOperationsInterceptor;
        }

        /** Notes a call and gives it a number. */
        private @Nullable Object call(MethodInvocation invocation) throws Throwable {
            if (!isNoted(invocation)) {
                return invocation.proceed();
            }
            Journal journal = this.journal.getObject();
            journal.seen.add("outer");
            ((ProxyMethodInvocation) invocation).setUserAttribute("number", journal.calls());
            Object result = invocation.proceed();
            journal.seen.add("outer " + result);
            return result;
        }

        /** Notes an attempt with the number of its call. */
        private @Nullable Object attempt(MethodInvocation invocation) throws Throwable {
            if (!isNoted(invocation)) {
                return invocation.proceed();
            }
            Object[] arguments = invocation.getArguments();
            String product = (String) arguments[1];
            Object number = ((ProxyMethodInvocation) invocation).getUserAttribute("number");
            journal.getObject().seen.add("inner " + number + " " + product);
            if (product.equals("stop")) {
                return "stopped";
            }
            arguments[1] = product + " once";
            try {
                return invocation.proceed();
            } catch (IllegalStateException failure) {
                throw product.equals("replace") ? new IllegalStateException("replaced", failure) : failure;
            }
        }

        private static boolean isNoted(MethodInvocation invocation) {
            return invocation.getMethod().getParameterCount() > 1 && invocation.getArguments()[1] instanceof String;
        }
    }

    /** Asynchronous execution, caches and transactions. */
    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching
    @EnableTransactionManagement
    static class Features {

        @Bean
        RecordingTransactions transactionManager() {
            return new RecordingTransactions();
        }

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("async-");
        }
    }
}
