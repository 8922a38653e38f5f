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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
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
}
