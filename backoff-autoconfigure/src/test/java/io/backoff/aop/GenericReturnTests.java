package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GenericReturnTests {

    @ParameterizedTest
    @EnumSource
    void aFutureIsRecognizedBehindATypeVariable(Contexts proxies) {
        proxies.runner(Futures.class).run(context -> {
            assertThat(context.getBean(Source.class).next()).isInstanceOf(CompletableFuture.class);
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("payments"))
                    .containsOnlyKeys(Outcome.RECOVERED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCalledLaterIsRejected(Contexts proxies) {
        proxies.runner(Later.class)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("java.util.concurrent.Callable"));
    }

    interface Source<T> {

        T next();
    }

    abstract static class Base<T> implements Source<T> {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        @Backoff("payments")
        public T next() {
            return attempt(calls.incrementAndGet());
        }

        abstract T attempt(int number);
    }

    static class Futures extends Base<CompletableFuture<String>> {

        @Override
        CompletableFuture<String> attempt(int number) {
            return number < 2
                    ? CompletableFuture.failedFuture(new IllegalStateException("late"))
                    : CompletableFuture.completedFuture("done");
        }
    }

    static class Later implements Source<Callable<String>> {

        @Override
        @Backoff("payments")
        public Callable<String> next() {
            return () -> "later";
        }
    }
}
