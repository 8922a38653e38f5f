package io.backoff.budget;

import static io.backoff.budget.Budgets.budget;
import static io.backoff.budget.Budgets.drain;
import static io.backoff.budget.Budgets.limits;
import static io.backoff.budget.Budgets.succeed;
import static io.backoff.budget.Withdrawal.DENIED;
import static io.backoff.budget.Withdrawal.GRANTED;
import static io.backoff.budget.Withdrawal.KEY_DENIED;
import static io.backoff.budget.Withdrawal.RESERVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedBudgetTests {

    private final RetryBudget shared = budget(0.5, 4, 0);
    private final RetryBudget bad = budget(0.5, 4, 0);
    private final RetryBudget good = budget(0.5, 4, 0);

    @Test
    void takesOneTokenOfEach() {
        assertThat(shared.with(bad).tryWithdraw(0)).isEqualTo(GRANTED);
        assertThat(shared.tokens()).isEqualTo(3);
        assertThat(bad.tokens()).isEqualTo(3);
        assertThat(good.tokens()).isEqualTo(4);
    }

    @Test
    void takesNoneIfTheBucketOfTheKeyIsEmpty() {
        drain(bad, 0);
        assertThat(shared.with(bad).tryWithdraw(0)).isEqualTo(KEY_DENIED);
        assertThat(shared.tokens()).isEqualTo(4);
        assertThat(shared.withdrawals(KEY_DENIED)).isOne();
        assertThat(shared.withdrawals(DENIED)).isZero();
        assertThat(shared.exhaustion(0)).isEmpty();
    }

    @Test
    void takesNoneIfTheSharedBudgetIsEmpty() {
        drain(shared, 0);
        assertThat(shared.with(good).tryWithdraw(0)).isEqualTo(DENIED);
        assertThat(good.tokens()).isEqualTo(4);
    }

    @Test
    void depositsInBoth() {
        drain(shared, 0);
        drain(bad, 0);
        succeed(shared.with(bad), 4);
        assertThat(shared.tokens()).isEqualTo(2);
        assertThat(bad.tokens()).isEqualTo(2);
    }

    @Test
    void depositsCallsInBoth() {
        BudgetLimits perCall = new BudgetLimits(0.5, 4, 0, DepositOn.CALL);
        shared.change(perCall);
        bad.change(perCall);
        drain(shared, 0);
        drain(bad, 0);
        for (int i = 0; i < 4; i++) {
            shared.with(bad).recordCall(0);
        }
        assertThat(shared.tokens()).isEqualTo(2);
        assertThat(bad.tokens()).isEqualTo(2);
    }

    @Test
    void oneKeySpendsWhatWasSavedUpAndThenOnlyItsOwnShare() {
        assertThat(drain(shared.with(bad), 0)).isEqualTo(4);
        // The bucket is empty until others succeed.
        assertThat(shared.with(good).tryWithdraw(0)).isEqualTo(DENIED);
        succeed(shared.with(good), 4);
        assertThat(shared.with(bad).tryWithdraw(0)).isEqualTo(KEY_DENIED);
        assertThat(drain(shared.with(good), 0)).isEqualTo(2);
    }

    @Test
    void anOutageOfOneKeyIsNoExhaustionUntilTheSharedBudgetIsEmptyToo() {
        drain(shared.with(bad), 0);
        shared.with(bad).tryWithdraw(0);
        assertThat(shared.exhaustion(7)).hasValue(new BudgetExhaustion(Duration.ofNanos(7), Duration.ofNanos(7)));
    }

    @Test
    void refundsWhatPaid() {
        var limits = new BudgetLimits(0, 4, 1, DepositOn.SUCCESS, true);
        var refunding = RetryBudget.of("payments", limits);
        var own = RetryBudget.of("key", limits);
        drain(own, 0);
        var call = refunding.with(own);
        assertThat(call.tryWithdraw(2_000_000_000L)).isEqualTo(GRANTED);
        call.refund();
        assertThat(refunding.tokens()).isEqualTo(4);
        assertThat(own.tokens()).isZero();
    }

    @Test
    void refundsNothingToASharedBudgetWhoseReservePaid() {
        var limits = new BudgetLimits(0, 4, 1, DepositOn.SUCCESS, true);
        var refunding = RetryBudget.of("payments", limits);
        var own = RetryBudget.of("key", limits);
        drain(refunding, 0);
        var call = refunding.with(own);
        assertThat(call.tryWithdraw(2_000_000_000L)).isEqualTo(GRANTED);
        call.refund();
        assertThat(refunding.tokens()).isZero();
        assertThat(own.tokens()).isEqualTo(4);
    }

    @Test
    void hasTheTokensThatBothHave() {
        drain(bad, 0);
        assertThat(shared.with(bad).tokens()).isZero();
        assertThat(shared.with(good).tokens()).isEqualTo(4);
        drain(shared, 0);
        assertThat(shared.with(good).tokens()).isZero();
    }

    /** A key has no settings, meters or log lines of its own. */
    @Test
    void showsAndChangesTheSharedBudget() {
        RetryBudget call = shared.with(bad);
        drain(shared, 0);
        call.recordCall(5);
        call.tryWithdraw(5);
        assertThat(call.limits()).isEqualTo(shared.limits());
        assertThat(call.capacity()).isEqualTo(4);
        assertThat(call.withdrawals(DENIED))
                .isEqualTo(shared.withdrawals(DENIED))
                .isPositive();
        assertThat(call.ratio(5)).isEqualTo(shared.ratio(5)).isPositive();
        assertThat(call.exhaustion(7)).isEqualTo(shared.exhaustion(7)).isPresent();
        call.refill();
        assertThat(shared.tokens()).isEqualTo(4);
        call.change(limits(0.5, 9, 0));
        assertThat(shared.capacity()).isEqualTo(9);
        assertThat(bad.capacity()).isEqualTo(4);
    }

    @Test
    void tellsTheSharedBudgetWhatAnInnerKeyDenies() {
        drain(bad, 0);
        assertThat(shared.with(good).with(bad).tryWithdraw(0)).isEqualTo(KEY_DENIED);
        assertThat(shared.withdrawals(KEY_DENIED)).isOne();
        assertThat(good.tokens()).isEqualTo(4);
    }

    @Test
    void undoesARetryOfTheReserve() {
        var budget = (TokenBucket) budget(0, 0, 1);
        assertThat(budget.tryWithdraw(0)).isEqualTo(RESERVE);
        assertThat(budget.tryWithdraw(0)).isEqualTo(DENIED);
        budget.undo(RESERVE, 0);
        assertThat(budget.tryWithdraw(0)).isEqualTo(RESERVE);
        assertThat(budget.tryWithdraw(0)).isEqualTo(DENIED);
    }

    /** A later retry may have been granted because the first one was. */
    @Test
    void undoesNoRetryOfTheReserveAfterAnother() {
        var budget = (TokenBucket) budget(0, 0, 1);
        assertThat(budget.tryWithdraw(0)).isEqualTo(RESERVE);
        assertThat(budget.tryWithdraw(5_000_000_000L)).isEqualTo(RESERVE);
        budget.undo(RESERVE, 0);
        assertThat(budget.tryWithdraw(5_000_000_000L)).isEqualTo(DENIED);
    }

    @Test
    void anUnlimitedBudgetDeniesNothing() {
        drain(bad, 0);
        assertThat(RetryBudget.UNLIMITED.with(bad).tryWithdraw(0)).isEqualTo(GRANTED);
    }

    /** Seeded sequences of calls with up to 8 keys, in which time passes, calls succeed, and retries are granted or not. */
    @Nested
    class Properties {

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
        void neverGrantsMoreThanTheBudgetWouldWithoutKeys(int seed) {
            var random = new Random(seed);
            for (int round = 0; round < 200; round++) {
                var limits = limits(random.nextInt(20) / 10.0, random.nextInt(10), random.nextInt(3));
                var keyed = RetryBudget.of("payments", limits);
                var without = RetryBudget.of("payments", limits);
                var keys = IntStream.rangeClosed(0, random.nextInt(8))
                        .mapToObj(key -> RetryBudget.of("key", limits))
                        .toList();
                var alone = IntStream.range(0, keys.size())
                        .mapToObj(key -> RetryBudget.of("key", limits))
                        .toList();
                long granted = 0;
                long grantedWithout = 0;
                var ofKey = new long[keys.size()];
                var ofAlone = new long[keys.size()];
                long now = random.nextLong();
                for (int step = 0; step < 300; step++) {
                    int key = Math.min(random.nextInt(keys.size()), random.nextInt(keys.size()));
                    now += random.nextInt(3) * 100_000_000L;
                    if (random.nextInt(3) == 0) {
                        keyed.with(keys.get(key)).recordSuccess();
                        without.recordSuccess();
                        alone.get(key).recordSuccess();
                    } else {
                        boolean ok = keyed.with(keys.get(key)).tryWithdraw(now).granted();
                        granted += ok ? 1 : 0;
                        ofKey[key] += ok ? 1 : 0;
                        grantedWithout += without.tryWithdraw(now).granted() ? 1 : 0;
                        ofAlone[key] += alone.get(key).tryWithdraw(now).granted() ? 1 : 0;
                    }
                    assertThat(granted).isLessThanOrEqualTo(grantedWithout);
                    assertThat(ofKey[key]).isLessThanOrEqualTo(ofAlone[key]);
                }
            }
        }
    }

    /** The numbers of the guide: 10 calls a second of each of three tenants, of which one is down for ten minutes. */
    @ParameterizedTest
    @CsvSource({"true, 0, 80", "false, 94, 1260"})
    void anOutageOfOneTenantLeavesTheOthersTheirRetries(boolean byKey, int percentDenied, int retriesOfTheBad) {
        var random = new Random(1);
        var limits = limits(0.1, 20, 0.1);
        var budget = RetryBudget.of("crm", limits);
        var buckets =
                Stream.generate(() -> RetryBudget.of("key", limits)).limit(3).toList();
        int requested = 0;
        int denied = 0;
        int ofBad = 0;
        for (int call = 0; call < 18_000; call++) {
            int tenant = call % 3;
            long now = call * 1_000_000_000L / 30;
            var budgetOfCall = byKey ? budget.with(buckets.get(tenant)) : budget;
            if (tenant == 0) {
                ofBad += budgetOfCall.tryWithdraw(now).granted() ? 1 : 0;
            } else if (random.nextInt(100) == 0) {
                requested++;
                denied += budgetOfCall.tryWithdraw(now).granted() ? 0 : 1;
            } else {
                budgetOfCall.recordSuccess();
            }
        }
        assertThat(Math.round(100.0 * denied / requested)).isEqualTo(percentDenied);
        assertThat(ofBad).isEqualTo(retriesOfTheBad);
    }

    @Nested
    class Concurrency {

        @Test
        void losesAndCreatesNoToken() throws Exception {
            var budget = budget(0, 10_000, 0);
            var keys = List.of(budget(0, 1_000, 0), budget(0, 20_000, 0));
            var granted = List.of(new AtomicLong(), new AtomicLong());
            Threads.run(16, thread -> {
                int key = thread % 2;
                for (int i = 0; i < 2_000; i++) {
                    var call = budget.with(keys.get(key));
                    if (call.tryWithdraw(0).granted()) {
                        granted.get(key).incrementAndGet();
                    }
                }
            });
            long first = granted.get(0).get();
            long second = granted.get(1).get();
            assertThat(keys.get(0).tokens()).isEqualTo(1_000 - first);
            assertThat(keys.get(1).tokens()).isEqualTo(20_000 - second);
            assertThat(budget.tokens()).isEqualTo(10_000 - first - second);
        }

        @Test
        void returnsWhatTheSharedBudgetDenies() throws Exception {
            var budget = budget(0, 10, 0);
            var key = budget(0, 1_000, 0);
            List<Withdrawal> results = new ArrayList<>();
            Threads.run(16, thread -> {
                for (int i = 0; i < 1_000; i++) {
                    var result = budget.with(key).tryWithdraw(0);
                    if (result.granted()) {
                        synchronized (results) {
                            results.add(result);
                        }
                    }
                }
            });
            assertThat(results).hasSize(10);
            assertThat(key.tokens()).isEqualTo(990);
        }
    }
}
