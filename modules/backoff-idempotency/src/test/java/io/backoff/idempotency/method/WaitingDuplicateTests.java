package io.backoff.idempotency.method;

import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.budget.Withdrawal;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.GrantingStore;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

/** A duplicate that waits for the first call does not reach the callee, so its retries need no budget. */
class WaitingDuplicateTests {

    private static final int LOOKS = 3;

    @ParameterizedTest
    @EnumSource
    void waitsWhenTheBudgetIsEmpty(Kind kind) {
        application("burst=0").run(context -> {
            assertThat(kind.call(context.getBean(Shop.class))).isEqualTo("placed");
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(LOOKS);
            assertThat(denied(context.getBean(BackoffPolicies.class))).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void takesNothingFromTheBudget(Kind kind) {
        application("burst=2").run(context -> {
            var budget = context.getBean(BackoffPolicies.class).get("patient").budget();
            var before = budget.tokens();
            assertThat(kind.call(context.getBean(Shop.class))).isEqualTo("placed");
            assertThat(context.getBean(FakeTime.class).waits()).hasSize(LOOKS);
            assertThat(budget.tokens()).isEqualTo(before).isEqualTo(2);
        });
    }

    @Test
    void paysForRetriesOfTheOperationItself() {
        application("burst=2").run(context -> {
            var shop = context.getBean(Shop.class);
            shop.fail(1);
            assertThat(shop.place("1")).isEqualTo("placed");
            assertThat(context.getBean(BackoffPolicies.class)
                            .get("patient")
                            .budget()
                            .tokens())
                    .isEqualTo(1);
        });
    }

    private static long denied(BackoffPolicies policies) {
        return policies.get("patient").budget().withdrawals(Withdrawal.DENIED);
    }

    private static ApplicationContextRunner application(String burst) {
        return IdempotentApplication.with(Shop.class)
                .withBean(IdempotencyStore.class, () -> new BusyStore(LOOKS))
                .withPropertyValues(policy("patient", "max-attempts=10, budget=small"))
                .withPropertyValues(budget("small", "ratio=0, min-per-second=0"))
                .withPropertyValues("backoff.budgets.small." + burst);
    }

    enum Kind {
        VALUE {
            @Override
            String call(Shop shop) {
                return shop.place("1");
            }
        },
        FUTURE {
            @Override
            String call(Shop shop) throws Exception {
                return shop.placeLater("1").get(20, TimeUnit.SECONDS);
            }
        },
        MONO {
            @Override
            String call(Shop shop) {
                return String.valueOf(shop.placeReactively("1").block(Duration.ofSeconds(20)));
            }
        };

        abstract String call(Shop shop) throws Exception;
    }

    static class Shop {

        private final AtomicInteger failures = new AtomicInteger();

        void fail(int times) {
            failures.set(times);
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        public String place(String id) {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("down");
            }
            return "placed";
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        public CompletableFuture<String> placeLater(String id) {
            return CompletableFuture.completedFuture("placed");
        }

        @Backoff("patient")
        @Idempotent(key = "#id")
        public Mono<String> placeReactively(String id) {
            return Mono.just("placed");
        }
    }

    /** A store in which another call is in progress for the first few claims. */
    private static final class BusyStore extends GrantingStore {

        private final AtomicInteger looks;

        BusyStore(int looks) {
            this.looks = new AtomicInteger(looks);
        }

        @Override
        public Claim claim(ClaimRequest request) {
            return looks.getAndDecrement() > 0
                    ? new Claim.Taken(request.fingerprint(), null, Duration.ofMillis(10))
                    : super.claim(request);
        }
    }
}
