package io.backoff.idempotency.method;

import static io.backoff.idempotency.claim.IdempotencyOutcome.EXECUTED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.IN_PROGRESS;
import static io.backoff.idempotency.claim.IdempotencyOutcome.LEASE_LOST;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REPLAYED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.REUSED;
import static io.backoff.idempotency.claim.IdempotencyOutcome.STORE_ERROR;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.DURATION;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.engine.BackoffListener;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.idempotency.claim.StoreProvider;
import io.backoff.idempotency.method.IdempotentApplication.RecordingOutcomes;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

public class IdempotentMethodTests {

    @Test
    void returnsTheFirstResultAgain() {
        run((shop, context) -> {
            var first = shop.pay(new Order("1", 5), () -> "paid");
            var second = shop.pay(new Order("1", 5), () -> "paid twice");
            assertThat(second).isEqualTo(first).isNotSameAs(first);
            assertThat(shop.runs()).hasValue(1);
            assertThat(outcomes(context)).containsExactly(EXECUTED, REPLAYED);
        });
    }

    @Test
    void proxiesAreOfTheSameClassInEachContext() {
        assertThat(proxyClass()).isSameAs(proxyClass());
    }

    private static Class<?> proxyClass() {
        var found = new AtomicReference<Class<?>>();
        run((shop, context) -> found.set(shop.getClass()));
        return found.get();
    }

    @Test
    void runsForEachKey() {
        run((shop, context) -> {
            shop.pay(new Order("1", 5), () -> "a");
            shop.pay(new Order("2", 5), () -> "b");
            assertThat(shop.runs()).hasValue(2);
        });
    }

    /** Arguments are data, even if they look like expressions. */
    @Test
    void evaluatesNoArgument() {
        run((shop, context) -> {
            shop.pay(new Order("T(java.lang.System).setProperty('ran', 'code')", 5), () -> "a");
            assertThat(shop.runs()).hasValue(1);
            assertThat(System.getProperty("ran")).isNull();
        });
    }

    @Test
    void rejectsTheKeyWithOtherArguments() {
        run((shop, context) -> {
            shop.pay(new Order("1", 5), () -> "a");
            assertThatExceptionOfType(IdempotencyKeyReusedException.class)
                    .isThrownBy(() -> shop.pay(new Order("1", 6), () -> "b"));
            assertThat(outcomes(context)).containsExactly(EXECUTED, REUSED);
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @Test
    void rejectsOtherArgumentsWhileTheFirstCallRuns() {
        run((shop, context) -> {
            shop.pay(new Order("1", 5), () -> {
                assertThatExceptionOfType(IdempotencyKeyReusedException.class)
                        .isThrownBy(() -> shop.pay(new Order("1", 6), () -> "b"));
                return "a";
            });
            assertThat(shop.runs()).hasValue(1);
        });
    }

    @Test
    void rejectsConcurrentDuplicates() {
        run((shop, context) -> {
            shop.ship(
                    "1",
                    () -> assertThatExceptionOfType(OperationInProgressException.class)
                            .isThrownBy(() -> shop.ship("1", () -> {}))
                            .satisfies(busy -> assertThat(busy.retryAfter()).isPositive()));
            assertThat(outcomes(context)).containsExactly(IN_PROGRESS, EXECUTED);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.Exception", "java.io.IOException"})
    void isRetriedUntilTheFirstCallHasEndedWhateverElseIsRetried(String retried) {
        var inside = new CountDownLatch(1);
        var waiting = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        // Ends the first call when the second is about to wait for it.
        BackoffListener listener = decision -> {
            if (decision.retry()) {
                waiting.countDown();
                await(ended);
            }
        };
        shop().withPropertyValues("backoff.policies.patient.retry-on=" + retried)
                .withBean(BackoffListener.class, () -> listener)
                .run(context -> {
                    var shop = context.getBean(Shop.class);
                    var first = new Thread(() -> {
                        shop.patient("1", () -> {
                            inside.countDown();
                            await(waiting);
                            return "first";
                        });
                        ended.countDown();
                    });
                    first.start();
                    await(inside);
                    assertThat(shop.patient("1", () -> "second")).isEqualTo("first");
                    assertThat(shop.runs()).hasValue(1);
                    assertThat(context.getBean(FakeTime.class).waits())
                            .singleElement(as(DURATION))
                            .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1_500));
                    first.join();
                });
    }

    @Test
    void throwsWhatAbortsAgain() {
        run((shop, context) -> {
            for (var i = 0; i < 2; i++) {
                assertThatExceptionOfType(CardExpired.class)
                        .isThrownBy(() -> shop.decisive("1", () -> {
                            throw new CardExpired("in May");
                        }))
                        .withMessage("in May");
            }
            assertThat(shop.runs()).hasValue(1);
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @Test
    void describesAFailureThatCannotBeMadeAgain() {
        run((shop, context) -> {
            assertThatExceptionOfType(Odd.class)
                    .isThrownBy(() -> shop.decisive("1", () -> {
                        throw new Odd(5);
                    }));
            assertThatExceptionOfType(DuplicateOperationException.class)
                    .isThrownBy(() -> shop.decisive("1", () -> "never"))
                    .withMessageContaining("Odd: odd 5");
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @Test
    void returnsSilentlyFromAVoidMethod() {
        run((shop, context) -> {
            var shipped = new AtomicInteger();
            shop.ship("1", shipped::incrementAndGet);
            shop.ship("1", shipped::incrementAndGet);
            assertThat(shipped).hasValue(1);
        });
    }

    @Test
    void knowsGenericAndAbsentResults() {
        run((shop, context) -> {
            shop.many("1", 3);
            assertThat(shop.many("1", 3)).containsEntry("orders", List.of(new Order("3", 3)));
            shop.maybe("1");
            assertThat(shop.maybe("1")).isEmpty();
            shop.nothing("1");
            assertThat(shop.nothing("1")).isNull();
            assertThat(shop.runs()).hasValue(3);
        });
    }

    @Test
    void keepsTheKeyAloneOfALargeResult() {
        run(shop().withPropertyValues("backoff.idempotency.max-result-size=1KB"), (shop, context) -> {
            assertThat(shop.pay(new Order("1", 5), () -> "x".repeat(2000)).text())
                    .hasSize(2000);
            assertThatExceptionOfType(DuplicateOperationException.class)
                    .isThrownBy(() -> shop.pay(new Order("1", 5), () -> "again"));
            assertThat(shop.runs()).hasValue(1);
        });
    }

    @Test
    void renewsTheLeaseWhileTheCallRuns() {
        run((shop, context) -> {
            var time = context.getBean(FakeTime.class);
            shop.ship("1", () -> {
                for (var i = 0; i < 20; i++) {
                    time.advance(Duration.ofSeconds(10));
                }
                assertThatExceptionOfType(OperationInProgressException.class)
                        .isThrownBy(() -> shop.ship("1", () -> {}));
            });
            assertThat(outcomes(context)).containsExactly(IN_PROGRESS, EXECUTED);
        });
    }

    /** Like a paused process: nothing renews the lease, and then the operation continues. */
    @Test
    void doesNotTrustAnOwnerThatWasPausedBeyondItsLease() {
        run((shop, context) -> {
            var time = context.getBean(FakeTime.class);
            shop.ship("1", () -> {
                time.advance(Duration.ofMinutes(1));
                shop.ship("1", () -> {});
            });
            assertThat(outcomes(context)).containsExactly(EXECUTED, LEASE_LOST);
            shop.ship("1", () -> {});
            assertThat(outcomes(context)).endsWith(REPLAYED);
        });
    }

    @Test
    void forgetsAfterItsTimeToLive() {
        run((shop, context) -> {
            shop.pay(new Order("1", 5), () -> "a");
            context.getBean(FakeTime.class).advance(Duration.ofHours(25));
            shop.pay(new Order("1", 5), () -> "b");
            assertThat(shop.runs()).hasValue(2);
        });
    }

    @Test
    void runsNothingWithoutAKey() {
        run((shop, context) -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shop.pay(new Order(null, 5), () -> "a"))
                    .withMessageContaining("#order.id");
            assertThat(shop.runs()).hasValue(0);
        });
    }

    @Test
    void makesKeysOfSeveralValues() {
        run((shop, context) -> {
            shop.compose("a, b", "c");
            shop.compose("a", "b, c");
            shop.compose("a", "b, c");
            assertThat(shop.runs()).hasValue(2);
        });
    }

    @Test
    void runsNothingWhileTheStoreFails() {
        run(shop().withBean(IdempotencyStore.class, BrokenStore::new), (shop, context) -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> shop.pay(new Order("1", 5), () -> "a"))
                    .withMessage("claim");
            assertThat(shop.runs()).hasValue(0);
            assertThat(outcomes(context)).containsExactly(STORE_ERROR);
        });
    }

    @Test
    void returnsTheResultThatTheStoreDidNotTake() {
        shop().withBean(IdempotencyStore.class, () -> new BrokenStore() {
                    @Override
                    public Claim claim(ClaimRequest request) {
                        return new Claim.Granted(1);
                    }
                })
                .run(context -> {
                    var shop = context.getBean(Shop.class);
                    assertThat(shop.pay(new Order("1", 5), () -> "a").text()).isEqualTo("a");
                    assertThat(outcomes(context)).containsExactly(STORE_ERROR);
                });
    }

    @Test
    void opensNoStoreWithoutAnAnnotatedMethod() {
        IdempotentApplication.with(Object.class)
                .withBean(
                        StoreProvider.class,
                        () -> {
                            throw new AssertionError("not needed");
                        },
                        bean -> bean.setLazyInit(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static ApplicationContextRunner shop() {
        return IdempotentApplication.with(Shop.class)
                .withPropertyValues(policy("patient", "max-attempts=0, max-elapsed=10h, budget=none"))
                .withPropertyValues("backoff.policies.decisive.abort-on=" + CardExpired.class.getName() + ","
                        + Odd.class.getName());
    }

    private static void run(BiConsumer<Shop, AssertableApplicationContext> test) {
        run(shop(), test);
    }

    private static void run(ApplicationContextRunner application, BiConsumer<Shop, AssertableApplicationContext> test) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            test.accept(context.getBean(Shop.class), context);
        });
    }

    private static List<IdempotencyOutcome> outcomes(AssertableApplicationContext context) {
        return context.getBean(RecordingOutcomes.class).outcomes();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    record Order(@Nullable String id, int amount) {}

    record Receipt(String text, List<Integer> amounts) {}

    static class CardExpired extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CardExpired(String message) {
            super(message);
        }
    }

    static class Odd extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Odd(int number) {
            super("odd " + number);
        }
    }

    static class Shop {

        private final AtomicInteger runs = new AtomicInteger();

        AtomicInteger runs() {
            return runs;
        }

        @Idempotent(key = "#order.id")
        public Receipt pay(Order order, Supplier<String> work) {
            runs.incrementAndGet();
            return new Receipt(work.get(), List.of(order.amount()));
        }

        @Idempotent(key = "#id")
        public void ship(String id, Runnable work) {
            work.run();
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        public String patient(String id, Supplier<String> work) {
            runs.incrementAndGet();
            return work.get();
        }

        @Backoff("decisive")
        @Idempotent(key = "#id")
        public String decisive(String id, Supplier<String> work) {
            runs.incrementAndGet();
            return work.get();
        }

        @Idempotent(key = "{#first, #second}")
        public void compose(String first, String second) {
            runs.incrementAndGet();
        }

        @Idempotent(key = "#id")
        public Map<String, List<Order>> many(String id, int amount) {
            runs.incrementAndGet();
            return Map.of("orders", List.of(new Order("" + amount, amount)));
        }

        @Idempotent(key = "#id")
        public Optional<Order> maybe(String id) {
            runs.incrementAndGet();
            return Optional.empty();
        }

        @Idempotent(key = "#id")
        public @Nullable Order nothing(String id) {
            runs.incrementAndGet();
            return null;
        }
    }

    public static class BrokenStore implements IdempotencyStore {

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public boolean blocks() {
            return false;
        }

        @Override
        public Claim claim(ClaimRequest request) {
            throw new IllegalStateException("claim");
        }

        @Override
        public boolean renew(ClaimToken token, Duration lease) {
            throw new IllegalStateException("renew");
        }

        @Override
        public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
            throw new IllegalStateException("complete");
        }

        @Override
        public boolean release(ClaimToken token) {
            throw new IllegalStateException("release");
        }
    }
}
