package io.backoff.budget;

import static io.backoff.budget.Budgets.limits;
import static io.backoff.budget.Budgets.withdraw;
import static io.backoff.budget.Withdrawal.GRANTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class UnlimitedBudgetTests {

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
