package io.backoff.budget;

import java.util.Optional;

/** A budget that grants every retry and records nothing. */
final class UnlimitedBudget implements RetryBudget {

    private static final BudgetLimits LIMITS =
            new BudgetLimits(BudgetLimits.MAX_RATIO, Integer.MAX_VALUE, BudgetLimits.MAX_PER_SECOND, DepositOn.CALL);

    /** Returns this budget: if retries are unlimited, the buckets of keys do not limit them either. */
    @Override
    public RetryBudget with(RetryBudget bucket) {
        return this;
    }

    @Override
    public String name() {
        return "none";
    }

    @Override
    public BudgetLimits limits() {
        return LIMITS;
    }

    @Override
    public void recordCall(long nanoTime) {}

    @Override
    public void recordSuccess() {}

    @Override
    public Withdrawal tryWithdraw(long nanoTime) {
        return Withdrawal.GRANTED;
    }

    @Override
    public void recordKeyDenial(long nanoTime) {}

    @Override
    public void refund() {}

    @Override
    public int tokens() {
        return capacity();
    }

    @Override
    public int capacity() {
        return LIMITS.burst();
    }

    @Override
    public long withdrawals(Withdrawal result) {
        return 0;
    }

    @Override
    public double ratio(long nanoTime) {
        return 0;
    }

    @Override
    public Optional<BudgetExhaustion> exhaustion(long nanoTime) {
        return Optional.empty();
    }

    @Override
    public void change(BudgetLimits limits) {
        throw new UnsupportedOperationException("Budget 'none' is unlimited and cannot be changed");
    }

    @Override
    public void refill() {}
}
