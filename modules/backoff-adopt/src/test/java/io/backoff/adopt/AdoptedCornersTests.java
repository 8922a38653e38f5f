package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.annotation.Retry;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

/** Unusual methods and applications that adoption must not break. */
@NullMarked
class AdoptedCornersTests {

    private final ApplicationContextRunner observed = new ApplicationContextRunner()
            .withUserConfiguration(Libraries.All.class)
            .withPropertyValues(
                    "resilience4j.retry.instances.inner.max-attempts=2",
                    "resilience4j.retry.instances.inner.wait-duration=1ms",
                    "resilience4j.retry.instances.outer.max-attempts=4",
                    "resilience4j.retry.instances.outer.wait-duration=1ms")
            .withBean(Calls.class)
            .withBean(Futures.class);

    private final ApplicationContextRunner governed = observed.withPropertyValues(
            "backoff.adopt.mode=govern",
            "backoff.budgets.default.burst=0",
            "backoff.budgets.default.ratio=0",
            "backoff.budgets.default.min-per-second=0");

    @Test
    void unlimitedRetriesThatCannotBeEndedAreOnlyObserved() {
        governed.run(context -> assertThat(context.getBean(Calls.class).unlimited(Script.failing(5, "up")))
                .isEqualTo("up"));
    }

    @Test
    void futuresBehindATypeVariableAreValues() {
        governed.run(context -> {
            Mine<String> future = new Mine<>();
            assertThat(context.getBean(Futures.class).call(future)).isSameAs(future);
        });
    }

    @Test
    void retriesInCodeGoOnAfterADenialInside() {
        governed.run(context -> {
            Exception down = new IllegalStateException("down");
            Script script = Script.of(down);
            Calls calls = context.getBean(Calls.class);
            io.github.resilience4j.retry.Retry outer =
                    context.getBean(RetryRegistry.class).retry("outer");
            assertThat(catchThrowable(() -> outer.executeCallable(() -> calls.inner(script))))
                    .isSameAs(down);
            assertThat(script.attempts()).isEqualTo(4);
        });
    }

    @Test
    void subtypesOfPublishersAreReturnedAsTheyAre() {
        observed.run(context -> {
            ConnectableFlux<String> flux = Flux.just("a").publish();
            assertThat(context.getBean(Calls.class).connectable(flux)).isSameAs(flux);
        });
    }

    @Test
    void methodsCanBeCalledWhileAnApplicationThatFailedToStartIsClosed() {
        AtomicInteger deregistered = new AtomicInteger();
        observed.withBean("cleanUp", CleanUp.class, () -> new CleanUp(deregistered))
                .withBean("broken", Object.class, AdoptedCornersTests::fail, broken -> broken.setDependsOn("cleanUp"))
                .run(context -> assertThat(context).hasFailed());
        assertThat(deregistered).hasValue(1);
    }

    @Test
    void thereMayBeSeveralRegistries() {
        observed.withBean("slowRegistry", RetryRegistry.class, RetryRegistry::ofDefaults)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Calls.class).inner(Script.failing(1, "up")))
                            .isEqualTo("up");
                });
    }

    @Test
    void equalProxiesStayEqual() {
        observed.withBean("item", Item.class, Item::new, definition -> definition.setScope("prototype"))
                .run(context -> assertThat(context.getBean(Item.class)).isEqualTo(context.getBean(Item.class)));
    }

    @Test
    void cancellationsThatTheMethodThrowsExhaustTheAttempts() {
        observed.run(context -> {
            Exception cancelled = new CompletionException(new CancellationException());
            assertThat(catchThrowable(() -> context.getBean(Calls.class).inner(Script.of(cancelled))))
                    .isSameAs(cancelled);
            assertThat(counts(context, "inner")).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
        });
    }

    @Test
    void callsAreCountedUnderTheMappedPolicy() {
        observed.withPropertyValues("backoff.adopt.policies.Calls.unlimited=default")
                .run(context -> {
                    context.getBean(Calls.class).unlimited(Script.failing(1, "up"));
                    assertThat(counts(context, "default")).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
                });
    }

    private static Object fail() {
        throw new IllegalStateException("broken");
    }

    private static Map<Outcome, Long> counts(ApplicationContext context, String policy) {
        return context.getBean(CallStatisticsRegistry.class).counts(policy);
    }

    static class Calls {

        @Retryable(maxRetries = Long.MAX_VALUE, delay = 0)
        public String unlimited(Script script) {
            return script.run();
        }

        @Retry(name = "inner")
        public String inner(Script script) {
            return script.run();
        }

        @org.springframework.retry.annotation.Retryable
        public ConnectableFlux<String> connectable(ConnectableFlux<String> flux) {
            return flux;
        }
    }

    static class Mine<T> extends CompletableFuture<T> {}

    abstract static class Base<R> {

        @Retry(name = "inner")
        public R call(R result) {
            return result;
        }
    }

    @Retry(name = "inner")
    static class Futures extends Base<Mine<String>> {}

    static class CleanUp implements DisposableBean {

        private final AtomicInteger calls;

        CleanUp(AtomicInteger calls) {
            this.calls = calls;
        }

        @Override
        @Retryable
        public void destroy() {
            calls.incrementAndGet();
        }
    }

    static class Item {

        @Retryable
        public String name() {
            return "item";
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Item;
        }

        @Override
        public int hashCode() {
            return Objects.hash("item");
        }
    }
}
