package io.backoff.budget;

import static io.backoff.budget.Budgets.budget;
import static io.backoff.budget.Budgets.drain;
import static io.backoff.budget.Budgets.limits;
import static io.backoff.budget.Budgets.succeed;
import static io.backoff.budget.Budgets.withdraw;
import static io.backoff.budget.Withdrawal.DENIED;
import static io.backoff.budget.Withdrawal.GRANTED;
import static io.backoff.budget.Withdrawal.RESERVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.backoff.policy.Threads;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTests {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    @Nested
    class Bucket {

        @Test
        void startsFullAndEarnsARetryWithTenSuccesses() {
            var budget = budget(0.1, 3, 0);
            assertThat(drain(budget, 0)).isEqualTo(3);
            succeed(budget, 9);
            assertThat(budget.tryWithdraw(0)).isEqualTo(DENIED);
            succeed(budget, 1);
            assertThat(budget.tryWithdraw(0)).isEqualTo(GRANTED);
            assertThat(budget.tryWithdraw(0)).isEqualTo(DENIED);
        }

        @Test
        void savesUpNoMoreThanItsBurst() {
            var budget = budget(0.1, 3, 0);
            drain(budget, 0);
            succeed(budget, 1_000);
            assertThat(budget.tokens()).isEqualTo(3);
            assertThat(drain(budget, 0)).isEqualTo(3);
        }

        @Test
        void addsFractionsExactly() {
            var budget = budget(0.3, 3, 0);
            drain(budget, 0);
            int[] successes = {3, 1, 3, 3, 3};
            boolean[] granted = {false, true, true, true, false}; // the fourth has exactly 1.0
            for (int i = 0; i < successes.length; i++) {
                succeed(budget, successes[i]);
                assertThat(budget.tryWithdraw(0).granted()).as("step %d", i).isEqualTo(granted[i]);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "0.15, 150",
            "0.3, 300",
            "0.6, 600",
            "0.75, 750",
            "1, 1000",
            "1.001, 1001",
            "2, 2000",
            "0.001, 1",
            "1E-6, 0"
        })
        void doesNotTruncateTheRatio(double ratio, int expected) {
            var budget = budget(ratio, 5_000, 0);
            drain(budget, 0);
            succeed(budget, 1_000);
            assertThat(drain(budget, 0)).isEqualTo(expected);
        }

        @Test
        void doesNotOverflowWithTinyRatioAndLargeReserve() {
            var budget = budget(0.0001, Integer.MAX_VALUE, 300);
            assertThat(budget.tokens()).isEqualTo(Integer.MAX_VALUE);
            assertThat(budget.tryWithdraw(0)).isEqualTo(GRANTED);
            budget.change(limits(0.0001, 0, 300));
            assertThat(drain(budget, 0)).isEqualTo(300);
        }

        @Test
        void doesNotOverflowWithTheLargestDeposit() {
            var budget = budget(1_000, Integer.MAX_VALUE, 0);
            budget.tryWithdraw(0);
            succeed(budget, 2);
            assertThat(budget.tokens()).isEqualTo(Integer.MAX_VALUE);
        }

        @ParameterizedTest
        @EnumSource
        void neverGrantsWhenAllIsZero(DepositOn depositOn) {
            var budget = budget(0, 0, 0, depositOn);
            for (int second = 0; second < 1_000; second++) {
                budget.recordCall(second * SECOND);
                budget.recordSuccess();
                assertThat(budget.tryWithdraw(second * SECOND)).isEqualTo(DENIED);
            }
            assertThat(budget.withdrawals(DENIED)).isEqualTo(1_000);
        }

        @Test
        void grantsItsBurstOnceWhenNothingIsEarned() {
            var budget = budget(0, 5, 0);
            assertThat(drain(budget, 0)).isEqualTo(5);
            succeed(budget, 1_000);
            assertThat(drain(budget, 3_600 * SECOND)).isZero();
        }

        @ParameterizedTest
        @CsvSource({"SUCCESS, 0, 1", "CALL, 1, 0"})
        void depositsOnTheConfiguredEventOnly(DepositOn depositOn, int afterCall, int afterSuccess) {
            var budget = budget(1, 5, 0, depositOn);
            drain(budget, 0);
            budget.recordCall(0);
            assertThat(budget.tokens()).isEqualTo(afterCall);
            budget.recordSuccess();
            assertThat(budget.tokens()).isEqualTo(afterCall + afterSuccess);
        }

        @Test
        void rejectsABlankName() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryBudget.of(" ", limits(0, 0, 0)))
                    .withMessage("'name' must not be blank but was ' '");
        }
    }

    @Nested
    class WithReserve {

        @Test
        void takesOverWhenTheBucketIsEmpty() {
            var budget = budget(0, 1, 1);
            assertThat(budget.tryWithdraw(0)).isEqualTo(GRANTED);
            assertThat(budget.tryWithdraw(0)).isEqualTo(RESERVE);
            assertThat(budget.tryWithdraw(0)).isEqualTo(DENIED);
            assertThat(budget.tryWithdraw(999 * MILLI)).isEqualTo(DENIED);
            assertThat(budget.tryWithdraw(1_000 * MILLI)).isEqualTo(RESERVE);
            assertThat(budget.tryWithdraw(1_000 * MILLI)).isEqualTo(DENIED);
            assertThat(drain(budget, 5_000 * MILLI)).isEqualTo(1);
        }

        @Test
        void maySpanSeconds() {
            var budget = budget(0, 1, 0.1);
            assertThat(drain(budget, 0)).isEqualTo(2);
            assertThat(budget.tryWithdraw(9_999 * MILLI)).isEqualTo(DENIED);
            assertThat(budget.tryWithdraw(10_000 * MILLI)).isEqualTo(RESERVE);
        }

        @Test
        void isNotTouchedWhileTheBucketPays() {
            var budget = budget(1, 2, 1);
            drain(budget, 0);
            succeed(budget, 1);
            assertThat(budget.tryWithdraw(SECOND)).isEqualTo(GRANTED);
            assertThat(budget.tryWithdraw(SECOND)).isEqualTo(RESERVE);
        }

        @ParameterizedTest
        @ValueSource(longs = {0, Long.MAX_VALUE - 5, Long.MIN_VALUE})
        void denialLeavesEverythingUntouched(long start) {
            var budget = budget(0.5, 1, 1);
            drain(budget, start);
            succeed(budget, 1);
            for (int i = 0; i < 1_000; i++) {
                assertThat(budget.tryWithdraw(start + i)).isEqualTo(DENIED);
            }
            succeed(budget, 1);
            assertThat(budget.tryWithdraw(start + 1_000)).isEqualTo(GRANTED);
            assertThat(budget.tryWithdraw(start + SECOND)).isEqualTo(RESERVE);
        }
    }

    @Nested
    class Short {

        @Test
        void fromTheFirstDenialOn() {
            var budget = budget(0.1, 2, 0);
            assertThat(budget.exhaustion(0)).isEmpty();
            withdraw(budget, 2);
            assertThat(budget.exhaustion(0)).isEmpty();
            budget.tryWithdraw(SECOND);
            budget.tryWithdraw(3 * SECOND);
            assertThat(budget.exhaustion(5 * SECOND))
                    .contains(new BudgetExhaustion(Duration.ofSeconds(4), Duration.ofSeconds(2)));
        }

        @Test
        void throughTheReserve() {
            var budget = budget(0.1, 1, 1);
            drain(budget, 0);
            assertThat(budget.tryWithdraw(SECOND)).isEqualTo(RESERVE);
            budget.tryWithdraw(SECOND);
            assertThat(budget.exhaustion(SECOND)).contains(new BudgetExhaustion(Duration.ofSeconds(1), Duration.ZERO));
        }

        @Test
        void untilThereIsAToken() {
            var budget = budget(1, 1, 0);
            drain(budget, 0);
            succeed(budget, 1);
            assertThat(budget.exhaustion(SECOND)).isEmpty();
            assertThat(budget.tryWithdraw(SECOND)).isEqualTo(GRANTED);
            assertThat(budget.exhaustion(SECOND)).isEmpty();
            budget.tryWithdraw(2 * SECOND);
            assertThat(budget.exhaustion(2 * SECOND)).contains(new BudgetExhaustion(Duration.ZERO, Duration.ZERO));
        }

        @Test
        void notOfWhatItCannotHold() {
            var budget = budget(0.1, 0, 0);
            drain(budget, 0);
            assertThat(budget.exhaustion(SECOND)).isEmpty();
        }
    }

    @Nested
    class AtRuntime {

        @Test
        void keepsTotalsAndTokens() {
            var budget = budget(0.1, 20, 0);
            budget.recordCall(0);
            budget.tryWithdraw(0);
            budget.change(limits(0.5, 40, 0));
            assertThat(budget.limits()).isEqualTo(limits(0.5, 40, 0));
            assertThat(budget.tokens()).isEqualTo(19);
            assertThat(budget.capacity()).isEqualTo(40);
            assertThat(budget.withdrawals(GRANTED)).isEqualTo(1);
            assertThat(budget.ratio(0)).isEqualTo(1);
            succeed(budget, 2);
            assertThat(budget.tokens()).isEqualTo(20);
        }

        @Test
        void cutsTokensToTheNewCapacityForGood() {
            var budget = budget(0.1, 20, 0);
            budget.change(limits(0.1, 5, 0));
            budget.change(limits(0.1, 20, 0));
            assertThat(drain(budget, 0)).isEqualTo(5);
        }

        @Test
        void refillsToTheCapacityInForce() {
            var budget = budget(0.1, 20, 0);
            drain(budget, 0);
            budget.change(limits(0.1, 7, 0));
            budget.refill();
            assertThat(budget.tokens()).isEqualTo(7);
        }

        @Test
        void newReserveDoesNotWaitForTheOldOne() {
            var budget = budget(0, 0, 0.001);
            drain(budget, 0);
            budget.change(limits(0, 0, 1));
            assertThat(drain(budget, SECOND)).isEqualTo(1);
        }

        @Test
        void unchangedReserveGoesOn() {
            var budget = budget(0, 0, 0.001);
            drain(budget, 0);
            budget.change(limits(0.5, 0, 0.001));
            assertThat(drain(budget, SECOND)).isZero();
        }
    }

    @Nested
    class Limits {

        @ParameterizedTest
        @CsvSource({"0, 0, 0", "1000, 2147483647, 1000000", "0.1, 20, 0.1", "4.9E-324, 1, 4.9E-324"})
        void acceptsEverythingInRange(double ratio, int burst, double minPerSecond) {
            var limits = new BudgetLimits(ratio, burst, minPerSecond, DepositOn.SUCCESS);
            assertThat(limits.ratio()).isEqualTo(ratio);
            assertThat(RetryBudget.of("any", limits).capacity()).isEqualTo(burst);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                value = {
                    "-0.1     | 0  | 0         | 'ratio' must be between 0 and 1000 but was -0.1",
                    "1000.1   | 0  | 0         | 'ratio' must be between 0 and 1000 but was 1000.1",
                    "NaN      | 0  | 0         | 'ratio' must be between 0 and 1000 but was NaN",
                    "Infinity | 0  | 0         | 'ratio' must be between 0 and 1000 but was Infinity",
                    "0        | -1 | 0         | 'burst' must be at least 0 but was -1",
                    "0        | 0  | -1        | 'minPerSecond' must be between 0 and 1000000 but was -1.0",
                    "0        | 0  | 1000000.5 | 'minPerSecond' must be between 0 and 1000000 but was 1000000.5",
                    "0        | 0  | NaN       | 'minPerSecond' must be between 0 and 1000000 but was NaN"
                })
        void rejectsWhatIsOutOfRange(double ratio, int burst, double minPerSecond, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new BudgetLimits(ratio, burst, minPerSecond, DepositOn.SUCCESS))
                    .withMessage(message);
        }
    }

    @Nested
    class Refund {

        @Test
        void returnsAWholeRetry() {
            var budget = refunding(0.1, 3);
            withdraw(budget, 2);
            budget.refund();
            assertThat(budget.tokens()).isEqualTo(2);
        }

        @Test
        void needsTheSetting() {
            var budget = RetryBudget.of("payments", new BudgetLimits(0.1, 3, 0, DepositOn.SUCCESS, false));
            withdraw(budget, 2);
            budget.refund();
            assertThat(budget.tokens()).isEqualTo(1);
        }

        @Test
        void followsAChangeOfTheSetting() {
            var budget = refunding(0.1, 3);
            withdraw(budget, 2);
            budget.change(new BudgetLimits(0.1, 3, 0, DepositOn.SUCCESS, false));
            budget.refund();
            assertThat(budget.tokens()).isEqualTo(1);
        }

        @Test
        void leavesTheRatioAsItIs() {
            var budget = refunding(0.1, 3);
            budget.recordCall(0);
            budget.tryWithdraw(0);
            budget.refund();
            assertThat(budget.ratio(0)).isEqualTo(1);
            assertThat(budget.withdrawals(Withdrawal.GRANTED)).isEqualTo(1);
        }

        @Test
        void endsAnExhaustion() {
            var budget = refunding(0, 1);
            withdraw(budget, 2);
            assertThat(budget.exhaustion(0)).isPresent();
            budget.refund();
            assertThat(budget.exhaustion(0)).isEmpty();
        }

        /** Any mix of events, any capacity: between 0 and the capacity after each. */
        @Test
        void neverHoldsMoreThanItsCapacity() {
            var random = new Random(22);
            for (int run = 0; run < 200; run++) {
                int burst = random.nextInt(6);
                var budget = refunding(random.nextDouble(3), burst);
                for (int i = 0; i < 500; i++) {
                    switch (random.nextInt(3)) {
                        case 0 -> budget.recordSuccess();
                        case 1 -> budget.tryWithdraw(0);
                        default -> budget.refund();
                    }
                    assertThat(budget.tokens()).isBetween(0, burst);
                }
            }
        }

        /** Each thread returns what it was granted, so the bucket is full again in the end. */
        @Test
        void losesNoTokenUnder64Threads() throws Exception {
            var budget = refunding(0, 100);
            Threads.run(64, thread -> {
                for (int i = 0; i < 1_000; i++) {
                    if (budget.tryWithdraw(0) == Withdrawal.GRANTED) {
                        assertThat(budget.tokens()).isBetween(0, 100);
                        budget.refund();
                    }
                }
            });
            assertThat(budget.tokens()).isEqualTo(100);
        }

        @Test
        void losesNoTokenBesideDeposits() throws Exception {
            var budget = refunding(0.1, 10_000);
            drain(budget, 0);
            Threads.run(64, thread -> {
                for (int i = 0; i < 1_000; i++) {
                    budget.recordSuccess();
                    if (budget.tryWithdraw(0) == Withdrawal.GRANTED) {
                        budget.refund();
                    }
                }
            });
            assertThat(budget.tokens()).isEqualTo(6_400);
        }

        private static RetryBudget refunding(double ratio, int burst) {
            return RetryBudget.of("payments", new BudgetLimits(ratio, burst, 0, DepositOn.SUCCESS, true));
        }
    }

    @Nested
    class ItsReserve {

        @ParameterizedTest
        @CsvSource({"0, 0", "0.1, 1", "1, 1", "1.9, 1", "2.5, 2", "3, 3", "7, 7", "1000, 1000"})
        void grantsAtMostOneSecondsWorthAtOnce(double perSecond, int expected) {
            assertThat(grants(new Reserve(perSecond), 0)).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(doubles = {0.1, 1, 3, 7})
        void isNotHoardedWhileIdle(double perSecond) {
            var reserve = new Reserve(perSecond);
            var atOnce = grants(reserve, 0);
            assertThat(grants(reserve, 3600 * SECOND)).isEqualTo(atOnce);
        }

        @ParameterizedTest
        @CsvSource({"0.1, 11", "0.3, 30", "1, 101", "2.5, 252", "3, 302", "7, 706"})
        void grantsItsRateUnderSteadyDemand(double perSecond, int expected) {
            var reserve = new Reserve(perSecond);
            var granted = 0;
            for (long millis = 0; millis <= 100_000; millis++) {
                granted += reserve.tryTake(millis * MILLI) ? 1 : 0;
            }
            assertThat(granted).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 5, -5_000_000_000_000_000_000L})
        void startsAtAnyTime(long start) {
            var reserve = new Reserve(1);
            assertThat(grants(reserve, start)).isEqualTo(1);
            assertThat(grants(reserve, start + SECOND - 1)).isZero();
            assertThat(grants(reserve, start + SECOND)).isEqualTo(1);
            assertThat(grants(reserve, start + SECOND + 1)).isZero();
        }

        @Test
        void isNotFreshAgainWhenTheDueTimeIsTheMarkerForUnused() {
            var reserve = new Reserve(1);
            var start = Long.MIN_VALUE - SECOND;
            assertThat(grants(reserve, start)).isEqualTo(1);
            assertThat(grants(reserve, start + 1)).isZero();
            assertThat(grants(reserve, start + SECOND + 1)).isEqualTo(1);
        }

        @Test
        void toleratesTimesThatAreSlightlyOutOfOrder() {
            var reserve = new Reserve(1);
            assertThat(reserve.tryTake(SECOND)).isTrue();
            assertThat(reserve.tryTake(SECOND - 10)).isFalse();
            assertThat(reserve.tryTake(2 * SECOND)).isTrue();
        }

        @Test
        void grantsOnceInACenturyAtTheTiniestRate() {
            var reserve = new Reserve(Double.MIN_VALUE);
            assertThat(grants(reserve, Long.MAX_VALUE - 5)).isEqualTo(1);
            assertThat(grants(reserve, Long.MAX_VALUE - 5 + 36_500L * 86_400 * SECOND))
                    .isZero();
        }

        private static int grants(Reserve reserve, long now) {
            var granted = 0;
            while (reserve.tryTake(now)) {
                granted++;
            }
            return granted;
        }
    }

    @Nested
    class Unlimited {

        private final RetryBudget budget = RetryBudget.UNLIMITED;

        @Test
        void grantsEverythingAndRecordsNothing() {
            budget.recordCall(0);
            withdraw(budget, 1_000);
            budget.recordSuccess();
            budget.refill();
            assertThat(budget.tryWithdraw(0)).isEqualTo(GRANTED);
            assertThat(budget.withdrawals(GRANTED)).isZero();
            assertThat(budget.ratio(0)).isZero();
        }

        @Test
        void describesItself() {
            assertThat(budget.name()).isEqualTo("none");
            assertThat(budget.tokens()).isEqualTo(Integer.MAX_VALUE);
            assertThat(budget.capacity()).isEqualTo(budget.limits().burst());
        }

        @Test
        void cannotBeChanged() {
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> budget.change(limits(0, 0, 0)))
                    .withMessage("Budget 'none' is unlimited and cannot be changed");
        }
    }

    @Nested
    class Concurrently {

        @Test
        void spendsNoTokenTwice() throws Exception {
            var budget = budget(0.1, 100, 0);
            Threads.run(64, thread -> withdraw(budget, 1_000));
            assertThat(budget.withdrawals(GRANTED)).isEqualTo(100);
            assertThat(budget.withdrawals(DENIED)).isEqualTo(63_900);
        }

        @Test
        void grantsTheReserveExactly() throws Exception {
            var budget = budget(0, 10, 7);
            Threads.run(64, thread -> withdraw(budget, 100));
            assertThat(budget.withdrawals(GRANTED)).isEqualTo(10);
            assertThat(budget.withdrawals(RESERVE)).isEqualTo(7);
        }

        @Test
        void losesNoDeposit() throws Exception {
            var budget = budget(0.1, 10_000, 0);
            drain(budget, 0);
            Threads.run(64, thread -> {
                for (int i = 0; i < 1_000; i++) {
                    budget.recordSuccess();
                    budget.tryWithdraw(0);
                }
            });
            assertThat(budget.withdrawals(GRANTED) + budget.tokens()).isEqualTo(10_000 + 6_400);
        }

        @Test
        void neverHoldsMoreThanItsCapacityWhileItChanges() throws Exception {
            var budget = budget(1, 100, 0);
            Threads.run(8, thread -> {
                for (int i = 0; i < 5_000; i++) {
                    if (thread == 0) {
                        budget.change(limits(1, i % 2 * 100, 0));
                    }
                    budget.recordSuccess();
                    assertThat(budget.tokens()).isBetween(0, 100);
                    budget.tryWithdraw(0);
                }
            });
            budget.change(limits(1, 5, 0));
            assertThat(budget.tokens()).isLessThanOrEqualTo(5);
        }
    }

    @Nested
    class InAnOutage {

        @ParameterizedTest
        @CsvSource({"SUCCESS, 20", "CALL, 1019"}) // the first deposit finds the bucket full
        void boundsTheRetriesOfFailingCalls(DepositOn depositOn, int expected) {
            var budget = budget(0.1, 20, 0, depositOn);
            assertThat(failingCalls(budget, 10_000, 0)).isEqualTo(expected);
        }

        @ParameterizedTest
        @CsvSource({"SUCCESS, 1.0207", "CALL, 1.1206"})
        void boundsTheLoadOfTenMinutes(DepositOn depositOn, double expected) {
            var budget = budget(0.1, 20, 1, depositOn);
            int calls = 600 * 50;
            assertThat(1 + (double) failingCalls(budget, calls, SECOND / 50) / calls)
                    .isEqualTo(expected, within(0.003));
        }

        @Test
        void doesNotComeInPulses() {
            var budget = budget(0.1, 50, 1, DepositOn.CALL);
            for (int second = 0; second < 30; second++) {
                var retries = 0;
                for (int i = 0; i < 1_000; i++) {
                    retries += failingCall(budget, second * SECOND + i * MILLI);
                }
                assertThat(retries).isBetween(100, second == 0 ? 151 : 102);
            }
        }

        @Test
        void policiesThatShareABudgetShareItsBound() throws Exception {
            var shared = budget(0.1, 20, 1, DepositOn.CALL);
            var retries = new LongAdder();
            Threads.run(2, policy -> retries.add(failingCalls(shared, 10_000, MILLI)));
            assertThat(retries.sum()).isBetween(1_990L, 20L + 2_000 + 1 + 10);
            assertThat(shared.withdrawals(GRANTED) + shared.withdrawals(RESERVE))
                    .isEqualTo(retries.sum());
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
        void neverExceedsTheBoundInAnyInterval(long seed) {
            var random = new Random(seed);
            int burst = random.nextInt(30);
            double ratio = random.nextInt(1_000) / 1_000.0;
            double perSecond = random.nextInt(4) * random.nextDouble();
            var budget = budget(ratio, burst, perSecond);
            var start = random.nextLong();
            double bound = burst + (perSecond > 0 ? Math.max(1, perSecond) : 0) + 1e-6;
            double excess = 0; // grants beyond what deposits and time allow so far
            double lowest = 0;
            long last = 0;
            long time = 0;
            for (int step = 0; step < 100_000; step++) {
                time += (long) Math.pow(10, random.nextDouble(9));
                if (random.nextInt(3) == 0) {
                    budget.recordSuccess();
                    excess -= ratio;
                } else if (budget.tryWithdraw(start + time).granted()) {
                    excess -= perSecond * (time - last) / SECOND;
                    last = time;
                    lowest = Math.min(lowest, excess);
                    excess++;
                    assertThat(excess - lowest).isLessThanOrEqualTo(bound);
                }
            }
        }

        private static int failingCalls(RetryBudget budget, int calls, long interval) {
            var retries = 0;
            for (int i = 0; i < calls; i++) {
                retries += failingCall(budget, i * interval);
            }
            return retries;
        }

        /** At most three attempts. */
        private static int failingCall(RetryBudget budget, long now) {
            budget.recordCall(now);
            var retries = 0;
            while (retries < 2 && budget.tryWithdraw(now).granted()) {
                retries++;
            }
            return retries;
        }
    }
}
