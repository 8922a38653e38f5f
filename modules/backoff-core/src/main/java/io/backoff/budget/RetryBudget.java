package io.backoff.budget;

import io.backoff.Internal;
import java.util.Optional;

/**
 * The retry allowance shared by several calls. It limits retries to a small share of the calls, so that a failing
 * callee sees little more than its normal load. Delays only postpone a retry storm; a budget prevents it.
 *
 * <p>A budget created by {@link #of} is a token bucket. It starts with {@link BudgetLimits#burst() burst} retries. Each
 * call selected by {@link BudgetLimits#depositOn() depositOn} deposits {@link BudgetLimits#ratio() ratio} of a retry;
 * deposits beyond the capacity are lost. While the bucket is empty, a reserve grants {@link BudgetLimits#minPerSecond()
 * minPerSecond} retries per second, so that rarely used clients can retry too. In any interval of {@code T} seconds
 * with {@code D} deposits
 *
 * <pre>{@code retries <= burst + ratio * D + max(1, minPerSecond) + minPerSecond * T}</pre>
 *
 * <p>(without the last two terms if {@code minPerSecond} is 0; {@link #refill()} adds {@code burst}). For example, if
 * 50 calls per second all begin to fail under {@code ratio 0.1, burst 20, minPerSecond 0.1, SUCCESS}, there are 21
 * retries immediately, then one every 10 seconds: an extra load of 0.2 %.
 *
 * <p>With {@link BudgetLimits#refund() refund}, a successful retry returns its token, as in the AWS SDKs: the bound
 * then applies only to failed retries, and the ratio does not limit successful ones.
 *
 * <p>The idea of limiting the share of retries comes from the per-client retry budget of "Handling Overload" in
 * Google's Site Reliability Engineering book (10 %). The idea of depositing per success into a capped bucket comes from
 * gRPC's retry throttling. The reserve corresponds to {@code minRetriesPerSec} of Finagle's retry budget, but is a true
 * rate, metered by the generic cell rate algorithm (GCRA).
 *
 * <p>A call that may be retried uses its budget in this order:
 *
 * <pre>{@code
 * budget.recordCall(now);
 * while (failed) {
 *     if (!budget.tryWithdraw(now).granted()) break;    // last of all checks, before the delay
 *     ...
 * }
 * budget.recordSuccess();                               // if it succeeded
 * budget.refund();                                      // if the last attempt was a retry that was GRANTED
 * }</pre>
 *
 * <p>Implementations are thread-safe. Every {@code nanoTime} comes from one monotonic clock with an arbitrary origin,
 * like {@link System#nanoTime()}: readings are compared by their difference and may be negative or overflow.
 *
 * @since 0.1.0
 */
public interface RetryBudget {

    /**
     * The budget that grants every retry and records nothing. Its name is {@code none}, its limits are the largest that
     * {@link BudgetLimits} allows, its tokens and capacity are {@link Integer#MAX_VALUE}, and it cannot be changed.
     */
    RetryBudget UNLIMITED = new UnlimitedBudget();

    /**
     * {@return a budget that starts full}
     *
     * @param name the value of the meter tag {@code budget}; not blank
     * @param limits the settings; {@link #change} replaces them
     * @throws IllegalArgumentException if the name is blank
     */
    static RetryBudget of(String name, BudgetLimits limits) {
        return new TokenBucket(name, limits, true);
    }

    /**
     * {@return the bucket of a key} It starts full, and its {@link #ratio} is always 0.
     *
     * @param name the value of the meter tag {@code budget}; not blank
     * @param limits the settings; {@link #change} replaces them
     * @throws IllegalArgumentException if the name is blank
     */
    @Internal
    static RetryBudget ofKey(String name, BudgetLimits limits) {
        return new TokenBucket(name, limits, false);
    }

    /**
     * Combines this budget with the bucket of a key, for one call.
     *
     * @param bucket the bucket of the key, created by {@link #ofKey}
     * @return a budget that grants a retry if both do
     */
    @Internal
    default RetryBudget with(RetryBudget bucket) {
        return new KeyedBudget(this, (TokenBucket) bucket);
    }

    /** {@return the name of the budget} */
    String name();

    /** {@return the settings in force} */
    BudgetLimits limits();

    /**
     * Records a call. Call this method once per call, before the first attempt.
     *
     * @param nanoTime when the call began
     */
    void recordCall(long nanoTime);

    /** Records that a call succeeded. Call this method once per successful call. */
    void recordSuccess();

    /**
     * Requests one retry. Call this method before the delay of the retry. If the budget were asked only after the
     * delay, calls that fail together would all wait, although the budget cannot pay for all of their retries. A
     * granted retry is spent even if it is never made. A denial changes only {@link #withdrawals} and {@link
     * #exhaustion}.
     *
     * @param nanoTime the current reading of the monotonic clock
     * @return whether the retry is granted, and what pays for it
     */
    Withdrawal tryWithdraw(long nanoTime);

    /**
     * Records that the bucket of a call's key has denied a retry, so that this budget was not asked. If this budget's
     * bucket is empty too, the denial counts towards {@link #exhaustion}.
     *
     * @param nanoTime the current reading of the monotonic clock
     */
    void recordKeyDenial(long nanoTime);

    /**
     * Returns the token of a retry to the bucket, if {@link BudgetLimits#refund()} is set. Call this method once, after
     * the retry has succeeded, and only if its withdrawal was {@link Withdrawal#GRANTED}: retries from the reserve are
     * not refunded. A token that exceeds the capacity is lost.
     */
    void refund();

    /** {@return how many retries the bucket can pay for now; the reserve is not included} */
    int tokens();

    /** {@return the maximum number of retries in the bucket} */
    int capacity();

    /**
     * {@return the number of withdrawals with this result since the budget was created}
     *
     * @param result one of the four results
     */
    long withdrawals(Withdrawal result);

    /**
     * {@return the ratio of retries to calls over the last minute: the current second and the 59 before it} The ratio
     * is 0 without calls. A retry counts when it is granted. The ratio may exceed 1, because a call may make several
     * retries.
     *
     * @param nanoTime the current reading of the monotonic clock
     */
    double ratio(long nanoTime);

    /**
     * {@return the current period in which this budget denies retries} The result is empty while the bucket holds a
     * retry. The period ends when the bucket pays for a retry; a retry from the reserve does not end it. The result is
     * always empty for a budget with a capacity of 0, although its bucket never holds a retry.
     *
     * @param nanoTime the current reading of the monotonic clock
     */
    Optional<BudgetExhaustion> exhaustion(long nanoTime);

    /**
     * Replaces the settings while the budget is in use. The budget keeps its totals, and its tokens up to the new
     * capacity; a higher capacity is not filled. If {@code minPerSecond} differs, a new reserve, which has granted no
     * retries yet, replaces the old one.
     *
     * @param limits the new settings, all of them
     * @throws UnsupportedOperationException if this budget is {@link #UNLIMITED}
     */
    void change(BudgetLimits limits);

    /** Fills the bucket to its capacity. Intended for operators. */
    void refill();
}
