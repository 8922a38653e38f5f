package io.backoff.budget;

/** Shortcuts to create and use budgets. */
final class Budgets {

    private Budgets() {}

    static BudgetLimits limits(double ratio, int burst, double minPerSecond) {
        return new BudgetLimits(ratio, burst, minPerSecond, DepositOn.SUCCESS);
    }

    static RetryBudget budget(double ratio, int burst, double minPerSecond) {
        return budget(ratio, burst, minPerSecond, DepositOn.SUCCESS);
    }

    static RetryBudget budget(double ratio, int burst, double minPerSecond, DepositOn depositOn) {
        return RetryBudget.of("payments", new BudgetLimits(ratio, burst, minPerSecond, depositOn));
    }

    static void succeed(RetryBudget budget, int times) {
        for (int i = 0; i < times; i++) {
            budget.recordSuccess();
        }
    }

    static void withdraw(RetryBudget budget, int times) {
        for (int i = 0; i < times; i++) {
            budget.tryWithdraw(0);
        }
    }

    static int drain(RetryBudget budget, long now) {
        var granted = 0;
        while (budget.tryWithdraw(now).granted()) {
            granted++;
        }
        return granted;
    }
}
