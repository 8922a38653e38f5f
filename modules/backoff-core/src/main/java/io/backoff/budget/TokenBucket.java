package io.backoff.budget;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A token bucket with a {@link Reserve}. Lock-free and exact: no two threads spend the same token. Tokens are counted
 * in integer millionths, because ten deposits of 0.1 must make one retry. A deposit into a full bucket writes nothing,
 * so successful calls do not contend for a full bucket.
 */
final class TokenBucket implements RetryBudget {

    private static final long RETRY = 1_000_000;

    private final String name;

    private final AtomicLong tokens;

    private final RetryRatio ratio = new RetryRatio();

    private final DenialTracker denials = new DenialTracker();

    private final LongAdder[] withdrawals = new LongAdder[Withdrawal.values().length];

    private volatile BucketSettings settings;

    private final boolean measured;

    /**
     * Creates a full bucket.
     *
     * @param measured whether to measure the retry ratio, which needs memory for each of the last sixty seconds
     */
    TokenBucket(String name, BudgetLimits limits, boolean measured) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("'name' must not be blank but was '" + name + "'");
        }
        this.name = name;
        this.measured = measured;
        this.settings = BucketSettings.of(limits, new Reserve(limits.minPerSecond()));
        this.tokens = new AtomicLong(this.settings.capacity);
        for (int i = 0; i < withdrawals.length; i++) {
            withdrawals[i] = new LongAdder();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public BudgetLimits limits() {
        return settings.limits;
    }

    @Override
    public void recordCall(long nanoTime) {
        if (measured) {
            ratio.called(nanoTime);
        }
        deposit(DepositOn.CALL);
    }

    @Override
    public void recordSuccess() {
        deposit(DepositOn.SUCCESS);
    }

    @Override
    public Withdrawal tryWithdraw(long nanoTime) {
        Withdrawal result = withdraw(settings, nanoTime);
        withdrawals[result.ordinal()].increment();
        if (measured && result.granted()) {
            ratio.retried(nanoTime);
        }
        if (result == Withdrawal.GRANTED) {
            denials.end();
        } else if (result == Withdrawal.DENIED) {
            denials.denied(nanoTime);
        }
        return result;
    }

    @Override
    public void recordKeyDenial(long nanoTime) {
        withdrawals[Withdrawal.KEY_DENIED.ordinal()].increment();
        if (tokens() == 0) {
            denials.denied(nanoTime);
        }
    }

    /**
     * Reverses a withdrawal that was just granted, because the retry will not be made. A token from the bucket is
     * returned; a retry from the reserve is returned if {@link Reserve#putBack} can take it back. The withdrawal stays
     * in the counts. Call this method at most once per withdrawal.
     *
     * @param nanoTime when the withdrawal was granted
     */
    void undo(Withdrawal granted, long nanoTime) {
        BucketSettings current = settings;
        if (granted == Withdrawal.GRANTED) {
            add(RETRY, current.capacity);
        } else if (granted == Withdrawal.RESERVE) {
            current.reserve.putBack(nanoTime);
        }
    }

    @Override
    public void refund() {
        BucketSettings current = settings;
        if (current.limits.refund()) {
            add(RETRY, current.capacity);
        }
    }

    @Override
    public int tokens() {
        return (int) (Math.min(tokens.get(), settings.capacity) / RETRY);
    }

    @Override
    public int capacity() {
        return limits().burst();
    }

    @Override
    public long withdrawals(Withdrawal result) {
        return withdrawals[result.ordinal()].sum();
    }

    @Override
    public double ratio(long nanoTime) {
        return ratio.ratio(nanoTime);
    }

    @Override
    public Optional<BudgetExhaustion> exhaustion(long nanoTime) {
        return capacity() == 0 || tokens() > 0 ? Optional.empty() : denials.exhaustion(nanoTime);
    }

    @Override
    public synchronized void change(BudgetLimits limits) {
        BucketSettings old = settings;
        // A new rate needs a new reserve: under the old rate, the next retry may be due much later than under the new
        // one.
        boolean sameRate = limits.minPerSecond() == old.limits.minPerSecond();
        settings = BucketSettings.of(limits, sameRate ? old.reserve : new Reserve(limits.minPerSecond()));
        tokens.accumulateAndGet(settings.capacity, Math::min);
    }

    @Override
    public synchronized void refill() {
        tokens.set(settings.capacity);
    }

    private void deposit(DepositOn event) {
        BucketSettings current = settings;
        if (current.limits.depositOn() == event) {
            add(current.deposit, current.capacity);
        }
    }

    private void add(long amount, long capacity) {
        long before;
        do {
            before = tokens.get();
            if (before >= capacity) {
                return;
            }
        } while (!tokens.compareAndSet(before, Math.min(capacity, before + amount)));
    }

    private Withdrawal withdraw(BucketSettings current, long now) {
        while (true) {
            long before = tokens.get();
            // A deposit that raced with a change of settings may have left more tokens than the new capacity.
            long usable = Math.min(before, current.capacity);
            if (usable < RETRY) {
                return current.reserve.tryTake(now) ? Withdrawal.RESERVE : Withdrawal.DENIED;
            }
            if (tokens.compareAndSet(before, usable - RETRY)) {
                return Withdrawal.GRANTED;
            }
        }
    }

    private record BucketSettings(BudgetLimits limits, long capacity, long deposit, Reserve reserve) {

        static BucketSettings of(BudgetLimits limits, Reserve reserve) {
            return new BucketSettings(limits, limits.burst() * RETRY, Math.round(limits.ratio() * RETRY), reserve);
        }
    }
}
