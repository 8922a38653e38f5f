package io.backoff.budget;

import static io.backoff.budget.Budgets.budget;
import static io.backoff.budget.Budgets.drain;
import static io.backoff.budget.Budgets.limits;
import static io.backoff.budget.Budgets.withdraw;
import static io.backoff.budget.Withdrawal.DENIED;
import static io.backoff.budget.Withdrawal.GRANTED;
import static io.backoff.budget.Withdrawal.RESERVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Threads;
import org.junit.jupiter.api.Test;

class TokenBucketConcurrencyTests {

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
