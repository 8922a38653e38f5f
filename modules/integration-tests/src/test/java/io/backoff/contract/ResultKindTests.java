package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.adopt.BackoffAdoptAutoConfiguration;
import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.grpc.client.BackoffGrpcClientAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.rxjava.BackoffRxJavaAutoConfiguration;
import io.backoff.test.FakeTime;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Mono;

/** Each kind of result works with each annotation, and with the libraries that are adopted. */
class ResultKindTests {

    private static final List<Class<? extends Calls<?>>> KINDS =
            List.of(Values.class, CompletableFutures.class, ListenableFutures.class, Monos.class, Singles.class);

    /** Completes the futures of the methods. */
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor();

    @AfterAll
    static void stop() {
        THREAD.shutdownNow();
    }

    @Test
    void retriesAFailureThatArrivesLater() {
        forEachKind((context, calls) -> {
            assertThat(calls.await(calls.retried())).isEqualTo("done");
            assertThat(calls.begun()).isEqualTo(2);
        });
    }

    @Test
    void carriesAnOperationOutOnce() {
        forEachKind((context, calls) -> {
            assertThat(calls.await(calls.once("order 1"))).isEqualTo("carried out 1 times");
            assertThat(calls.await(calls.once("order 1"))).isEqualTo("carried out 1 times");
            assertThat(calls.begun()).isEqualTo(1);
        });
    }

    @Test
    void seesHowACallEndsThatALibraryRetries() {
        forEachKind((context, calls) -> {
            CallStatisticsRegistry statistics = context.getBean(CallStatisticsRegistry.class);
            long before = total(statistics.counts("adopted"));
            assertThat(catchThrowable(() -> calls.await(calls.adopted()))).isNotNull();
            calls.awaitHandlers();
            assertThat(total(statistics.counts("adopted"))).isEqualTo(before + 1);
            assertThat(statistics.counts("adopted")).doesNotContainKeys(Outcome.SUCCESS, Outcome.RECOVERED);
        });
    }

    @Test
    void waitsForItsTurnWhereALibraryRetries() {
        forEachKind(
                (context, calls) -> {
                    FakeTime time = context.getBean(FakeTime.class);
                    time.advance(Duration.ofMinutes(1));
                    io.backoff.engine.Calls.throttle(
                            context.getBean(BackoffPolicies.class)
                                    .get("default")
                                    .lane(),
                            time);
                    time.clear();
                    assertThat(catchThrowable(() -> calls.await(calls.adopted())))
                            .isNotNull();
                    assertThat(time.waits())
                            .isNotEmpty()
                            .allSatisfy(
                                    wait -> assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160)));
                },
                "backoff.adopt.mode=govern",
                "backoff.policies.default.pace=adaptive");
    }

    /** Its subscribers carry nothing to its source, so only the first one is followed through the retries. */
    @Test
    void aFurtherSubscriptionToAnAdoptedSingleIsACallOfOneAttempt() {
        forEachKind((context, calls) -> {
            if ((Calls<?>) calls instanceof Singles singles) {
                Single<String> result = singles.adopted();
                result.test().awaitDone(10, TimeUnit.SECONDS).assertError(IllegalStateException.class);
                result.test().awaitDone(10, TimeUnit.SECONDS).assertError(IllegalStateException.class);
                assertThat(context.getBean(CallStatisticsRegistry.class).counts("adopted"))
                        .isEqualTo(Map.of(Outcome.EXHAUSTED, 1L, Outcome.NOT_RETRYABLE, 1L));
            }
        });
    }

    private static long total(Map<Outcome, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void forEachKind(Check check, String... properties) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffReactorAutoConfiguration.class,
                        BackoffRxJavaAutoConfiguration.class,
                        BackoffGrpcClientAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffAdoptAutoConfiguration.class,
                        BackoffAdoptFrameworkAutoConfiguration.class))
                .withUserConfiguration(Resilient.class)
                .withPropertyValues(properties)
                .withBean(FakeTime.class);
        for (Class<? extends Calls<?>> each : KINDS) {
            runner = runner.withBean(each);
        }
        runner.run(context -> KINDS.forEach(each -> check.check(context, calls(context.getBean(each)))));
    }

    @SuppressWarnings("unchecked") // Results only go from one method to another.
    private static Calls<Object> calls(Calls<?> calls) {
        return (Calls<Object>) calls;
    }

    private interface Check {

        void check(ApplicationContext context, Calls<Object> calls);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Resilient {}

    /**
     * Methods with results of one kind.
     *
     * @param <R> the kind
     */
    abstract static class Calls<R> {

        private final Function<Callable<String>, R> begin;
        private final Function<R, String> await;
        private int begun;

        Calls(Function<Callable<String>, R> begin, Function<R, String> await) {
            this.begin = begin;
            this.await = await;
        }

        @Backoff
        public R retried() {
            return begin.apply(() -> {
                if (++begun == 1) {
                    throw new IllegalStateException("down");
                }
                return "done";
            });
        }

        /** A subclass overrides this, so that its type says what to store. */
        public R once(String id) {
            return begin.apply(() -> "carried out " + ++begun + " times");
        }

        /** A subclass overrides this, because libraries look at the type as it is declared. */
        public R adopted() {
            return begin.apply(() -> {
                throw new IllegalStateException("down");
            });
        }

        String await(R result) {
            return await.apply(result);
        }

        /**
         * Waits for the handlers of results so far. Callers of adopted methods get the future of their library, which
         * wakes them before it has run all its handlers: those run on the thread that completes it.
         */
        void awaitHandlers() {
            CompletableFuture.runAsync(() -> {}, THREAD).join();
        }

        int begun() {
            return begun;
        }
    }

    static class Values extends Calls<String> {

        Values() {
            super(ResultKindTests::value, value -> value);
        }

        @Override
        @Idempotent(key = "#id")
        public String once(String id) {
            return super.once(id);
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        public String adopted() {
            return super.adopted();
        }
    }

    static class CompletableFutures extends Calls<CompletableFuture<String>> {

        CompletableFutures() {
            super(step -> CompletableFuture.supplyAsync(() -> value(step), THREAD), CompletableFuture::join);
        }

        @Override
        @Idempotent(key = "#id")
        public CompletableFuture<String> once(String id) {
            return super.once(id);
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        public CompletableFuture<String> adopted() {
            return super.adopted();
        }
    }

    static class ListenableFutures extends Calls<ListenableFuture<String>> {

        ListenableFutures() {
            super(step -> Futures.submit(step, THREAD), Futures::getUnchecked);
        }

        @Override
        @Idempotent(key = "#id")
        public ListenableFuture<String> once(String id) {
            return super.once(id);
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        public ListenableFuture<String> adopted() {
            return super.adopted();
        }
    }

    static class Monos extends Calls<Mono<String>> {

        Monos() {
            super(Mono::fromCallable, Mono::block);
        }

        @Override
        @Idempotent(key = "#id")
        public Mono<String> once(String id) {
            return super.once(id);
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        public Mono<String> adopted() {
            return super.adopted();
        }
    }

    static class Singles extends Calls<Single<String>> {

        Singles() {
            super(Single::fromCallable, Single::blockingGet);
        }

        @Override
        @Idempotent(key = "#id")
        public Single<String> once(String id) {
            return super.once(id);
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        public Single<String> adopted() {
            return super.adopted();
        }
    }

    private static String value(Callable<String> step) {
        try {
            return step.call();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
