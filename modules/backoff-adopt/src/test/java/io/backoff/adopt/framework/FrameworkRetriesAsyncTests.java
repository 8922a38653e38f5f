package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Calls on other threads, and several at a time. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesAsyncTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesAsyncTests(String mode) {
        super(mode, Background.class, Shop.class);
    }

    @Test
    void theExecutorsThreadMakesAllAttempts() throws Exception {
        var script = Script.of(
                new IllegalStateException(), new IllegalStateException(), CompletableFuture.completedFuture("sold"));
        assertThat(shop.order(script).get(20, TimeUnit.SECONDS)).isEqualTo("sold");
        assertThat(script.threads()).extracting(Thread::getName).containsExactly("shop-1", "shop-1", "shop-1");
    }

    @Test
    void theFutureFailsWithTheLastException() {
        var last = new IllegalStateException("last");
        var script = Script.of(new IllegalStateException(), new IllegalStateException(), last, "too late");
        var future = shop.order(script);
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.SECONDS)))
                .isExactlyInstanceOf(ExecutionException.class)
                .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(last));
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void failedFuturesAreNotRetried() {
        var script = Script.of(CompletableFuture.failedFuture(new IllegalStateException("failed")), "too late");
        var future = shop.order(script);
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.SECONDS))).hasRootCauseMessage("failed");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void nobodyWaitsForAVoidMethod() throws InterruptedException {
        var script = Script.failing(2, "done");
        var done = new CountDownLatch(1);
        shop.open(script, done);
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(script.threads()).extracting(Thread::getName).containsExactly("shop-1", "shop-1", "shop-1");
    }

    @Test
    void callsAtTheSameTimeDoNotShareTheirRetries() throws Exception {
        var barrier = new CyclicBarrier(4);
        var scripts = IntStream.range(0, 4)
                .mapToObj(failures -> Script.failing(failures, "sold " + failures))
                .toList();
        var threads = Executors.newFixedThreadPool(4);
        try {
            var calls = scripts.stream()
                    .<Callable<Object>>map(script -> () -> sellTogether(barrier, script))
                    .toList();
            var results = threads.invokeAll(calls);
            for (var call = 0; call < 3; call++) {
                assertThat(results.get(call).get()).isEqualTo("sold " + call);
            }
            assertThat(catchThrowable(results.get(3)::get)).hasRootCauseMessage("failure 3");
        } finally {
            threads.shutdownNow();
        }
        assertThat(scripts).extracting(Script::attempts).containsExactly(1, 2, 3, 3);
    }

    @Test
    void manyCallsAtTheSameTimeAllRecover() throws Exception {
        var threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Object>> calls = IntStream.range(0, 400)
                    .<Callable<Object>>mapToObj(number -> () -> shop.sell(Script.failing(2, number)))
                    .toList();
            var results = threads.invokeAll(calls);
            for (var number = 0; number < 400; number++) {
                assertThat(results.get(number).get()).isEqualTo(number);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Object sellTogether(CyclicBarrier barrier, Script script) throws Exception {
        barrier.await(20, TimeUnit.SECONDS);
        return shop.sell(script);
    }

    static class Shop {

        @Async
        @Retryable(maxRetries = 2, delay = 0)
        public CompletableFuture<Object> order(Script script) {
            return script.run();
        }

        @Async
        @Retryable(maxRetries = 2, delay = 0)
        public void open(Script script, CountDownLatch done) {
            script.run();
            done.countDown();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script) {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Background {

        @Bean
        ThreadPoolTaskExecutor executor() {
            var executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(1);
            executor.setThreadNamePrefix("shop-");
            return executor;
        }
    }
}
