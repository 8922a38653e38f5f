package io.backoff.idempotency.method;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.IN_PROGRESS;
import static io.backoff.idempotency.claim.IdempotencyOutcome.RELEASED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.Idempotent;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencySecurityAutoConfiguration;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class IdempotentMonoTests {

    @Test
    void yieldsTheFirstResultAgain() {
        run(application(), (shop, context) -> {
            var pay = shop.pay("1", () -> Mono.just("paid"));
            assertThat(outcomes(context)).isEmpty();
            StepVerifier.create(pay).expectNext("paid").verifyComplete();
            StepVerifier.create(pay).expectNext("paid").verifyComplete();
            StepVerifier.create(shop.pay("1", () -> Mono.just("again")))
                    .expectNext("paid")
                    .verifyComplete();
            assertThat(shop.runs()).hasValue(1);
            assertThat(outcomes(context)).containsExactly(EXECUTED, REPLAYED, REPLAYED);
        });
    }

    @Test
    void yieldsNothingAgain() {
        run(application(), (shop, context) -> {
            StepVerifier.create(shop.pay("1", Mono::empty)).verifyComplete();
            StepVerifier.create(shop.pay("1", () -> Mono.just("again"))).verifyComplete();
            assertThat(outcomes(context)).containsExactly(EXECUTED, REPLAYED);
        });
    }

    @Test
    void rejectsConcurrentDuplicates() {
        run(application(), (shop, context) -> {
            Sinks.One<String> result = Sinks.one();
            var first = shop.pay("1", result::asMono).toFuture();
            StepVerifier.create(shop.pay("1", () -> Mono.just("again")))
                    .verifyError(OperationInProgressException.class);
            result.tryEmitValue("paid");
            assertThat(first).isCompletedWithValue("paid");
            assertThat(outcomes(context)).containsExactly(IN_PROGRESS, EXECUTED);
        });
    }

    /** {@code onErrorContinue} reaches the operators above it: the failure must not be stored as an empty result. */
    @Test
    void freesTheKeyOfAFailureThatTheSubscriberWouldSkip() {
        run(application(), (shop, context) -> {
            Mono<String> failing = Mono.just("paid").map(result -> {
                throw new IllegalStateException("down");
            });
            StepVerifier.create(shop.pay("1", () -> failing).onErrorContinue((failure, value) -> {}))
                    .verifyErrorMessage("down");
            assertThat(outcomes(context)).containsExactly(RELEASED);
        });
    }

    @Test
    void freesTheKeyOfASubscriberThatCancels() {
        run(application(), (shop, context) -> {
            shop.pay("1", Mono::never).subscribe().dispose();
            assertThat(outcomes(context)).containsExactly(RELEASED);
        });
    }

    @Test
    void asksABlockingStoreOnThreadsThatMayBlock() {
        run(blocking(), (shop, context) -> {
            for (var i = 0; i < 2; i++) {
                assertThat(Mono.defer(() -> shop.pay("1", () -> Mono.just("paid")))
                                .subscribeOn(Schedulers.parallel())
                                .block())
                        .isEqualTo("paid");
            }
            assertThat(outcomes(context)).containsExactly(EXECUTED, REPLAYED);
        });
    }

    /** The subscriber cancels while the method is invoked, on a thread that may block. */
    @Test
    void freesTheKeyOfASubscriberThatCancelsBeforeItSubscribes() {
        run(blocking(), (shop, context) -> {
            var subscription = Disposables.swap();
            var start = Sinks.empty();
            var paying = shop.pay("1", () -> {
                subscription.dispose();
                return Mono.never();
            });
            subscription.replace(paying.delaySubscription(start.asMono()).subscribe());
            start.tryEmitEmpty();
            await().untilAsserted(() -> assertThat(outcomes(context)).containsExactly(RELEASED));
        });
    }

    /** Nobody would see an error that is thrown on Reactor's own threads. */
    @ParameterizedTest
    @ValueSource(classes = {AssertionError.class, NoClassDefFoundError.class})
    void signalsAnErrorOfASubscriptionOnAnotherThread(Class<? extends Error> type) {
        run(blocking(), (shop, context) -> {
            var broken = BeanUtils.instantiateClass(type);
            StepVerifier.create(shop.pay(
                            "1",
                            () -> Mono.fromCallable(() -> {
                                throw broken;
                            })))
                    .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(broken))
                    .verify(Duration.ofSeconds(10));
            assertThat(outcomes(context)).containsExactly(RELEASED);
        });
    }

    /** Subscribers may block where they get the result: on threads of Reactor, of which there are enough. */
    @Test
    void storesOutcomesWhileSubscribersBlock() {
        run(blocking(), (shop, context) -> {
            var number = Runtime.getRuntime().availableProcessors() + 2;
            var together = new CountDownLatch(number);
            assertThat(Flux.range(0, number)
                            .flatMap(each -> shop.pay("outer" + each, () -> Mono.just("paid"))
                                    .map(paid -> {
                                        together.countDown();
                                        awaitAll(together);
                                        return shop.pay("inner" + each, () -> Mono.just("shipped"))
                                                .block();
                                    }))
                            .collectList()
                            .block(Duration.ofSeconds(10)))
                    .hasSize(number)
                    .containsOnly("shipped");
        });
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    @Test
    void keepsTheKeysOfPrincipalsApart() {
        var secured = application()
                .withConfiguration(AutoConfigurations.of(BackoffIdempotencySecurityAutoConfiguration.class));
        run(secured, (shop, context) -> {
            for (var name : List.of("ann", "bob", "ann")) {
                shop.pay("1", () -> Mono.just("paid"))
                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                new TestingAuthenticationToken(name, "")))
                        .block();
            }
            assertThat(outcomes(context)).containsExactly(EXECUTED, EXECUTED, REPLAYED);
        });
    }

    @Test
    void bindsTheArgumentsOfInnerAspects() {
        run(application().withUserConfiguration(Reading.class), (shop, context) -> {
            StepVerifier.create(shop.pay("1", () -> Mono.just("paid")))
                    .expectNext("paid")
                    .verifyComplete();
            assertThat(context.getBean(Reading.class).keys).containsExactly("#id");
        });
    }

    private static ApplicationContextRunner application() {
        return IdempotentApplication.with(Shop.class);
    }

    private static ApplicationContextRunner blocking() {
        return application()
                .withBean("own", IdempotencyStore.class, () -> new CarefulStore(new MemoryStore(new FakeTime())));
    }

    private static void run(ApplicationContextRunner application, BiConsumer<Shop, ApplicationContext> test) {
        application.run(context -> test.accept(context.getBean(Shop.class), context.getSourceApplicationContext()));
    }

    private static List<IdempotencyOutcome> outcomes(ApplicationContext context) {
        return context.getBean(RecordingOutcomes.class).outcomes();
    }

    static class Shop {

        private final AtomicInteger runs = new AtomicInteger();

        AtomicInteger runs() {
            return runs;
        }

        @Idempotent(key = "#id")
        public Mono<String> pay(String id, Supplier<Mono<String>> work) {
            runs.incrementAndGet();
            return work.get();
        }
    }

    @Aspect
    static class Reading {

        private final List<String> keys = new ArrayList<>();

        @Around("@annotation(idempotent)")
        Object read(ProceedingJoinPoint call, Idempotent idempotent) throws Throwable {
            keys.add(idempotent.key());
            return call.proceed();
        }
    }

    /** A store that blocks, and fails on threads that must not block. */
    private record CarefulStore(IdempotencyStore store) implements IdempotencyStore {

        private IdempotencyStore careful() {
            assertThat(Schedulers.isInNonBlockingThread()).isFalse();
            return store;
        }

        @Override
        public String name() {
            return "careful";
        }

        @Override
        public boolean blocks() {
            return true;
        }

        @Override
        public Claim claim(ClaimRequest request) {
            return careful().claim(request);
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            return careful().renew(token, lease);
        }

        @Override
        public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
            return careful().complete(token, outcome, ttl);
        }

        @Override
        public boolean release(ClaimToken token) {
            return careful().release(token);
        }
    }
}
