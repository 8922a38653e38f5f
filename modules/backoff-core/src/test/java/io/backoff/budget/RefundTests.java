package io.backoff.budget;

import static io.backoff.budget.Budgets.drain;
import static io.backoff.budget.Budgets.withdraw;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Threads;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RefundTests {

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
