package io.backoff.budget;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The budget of one call with a key: a retry needs a token from the key's bucket and one from the shared budget. If
 * either is empty, no token is taken from the other. So calls with one key can use up only their own bucket and the
 * saved tokens of the shared budget. All keys together get no more retries than the shared budget would grant without
 * keys.
 */
final class KeyedBudget implements RetryBudget {

    private final RetryBudget shared;
    private final TokenBucket own;
    private @Nullable Withdrawal fromShared;
    private @Nullable Withdrawal fromOwn;

    KeyedBudget(RetryBudget shared, TokenBucket own) {
        this.shared = shared;
        this.own = own;
    }

    @Override
    public String name() {
        return shared.name();
    }

    @Override
    public BudgetLimits limits() {
        return shared.limits();
    }

    @Override
    public void recordCall(long nanoTime) {
        shared.recordCall(nanoTime);
        own.recordCall(nanoTime);
    }

    @Override
    public void recordSuccess() {
        shared.recordSuccess();
        own.recordSuccess();
    }

    @Override
    public Withdrawal tryWithdraw(long nanoTime) {
        Withdrawal ofKey = own.tryWithdraw(nanoTime);
        if (!ofKey.granted()) {
            shared.recordKeyDenial(nanoTime);
            return Withdrawal.KEY_DENIED;
        }
        Withdrawal ofAll = shared.tryWithdraw(nanoTime);
        if (!ofAll.granted()) {
            own.undo(ofKey, nanoTime);
            return ofAll;
        }
        fromOwn = ofKey;
        fromShared = ofAll;
        boolean refundable = ofKey == Withdrawal.GRANTED || ofAll == Withdrawal.GRANTED;
        return refundable ? Withdrawal.GRANTED : Withdrawal.RESERVE;
    }

    @Override
    public void recordKeyDenial(long nanoTime) {
        shared.recordKeyDenial(nanoTime);
    }

    @Override
    public void refund() {
        if (fromOwn == Withdrawal.GRANTED) {
            own.refund();
        }
        if (fromShared == Withdrawal.GRANTED) {
            shared.refund();
        }
    }

    @Override
    public int tokens() {
        return Math.min(shared.tokens(), own.tokens());
    }

    @Override
    public int capacity() {
        return shared.capacity();
    }

    @Override
    public long withdrawals(Withdrawal result) {
        return shared.withdrawals(result);
    }

    @Override
    public double ratio(long nanoTime) {
        return shared.ratio(nanoTime);
    }

    @Override
    public Optional<BudgetExhaustion> exhaustion(long nanoTime) {
        return shared.exhaustion(nanoTime);
    }

    @Override
    public void change(BudgetLimits limits) {
        shared.change(limits);
    }

    @Override
    public void refill() {
        shared.refill();
    }
}
