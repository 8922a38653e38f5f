package io.backoff.budget;

import io.backoff.Internal;
import java.util.Optional;

/**
 * The retry allowance shared by several calls. It keeps retries a small share of the calls, so that a failing callee
 * sees little more than its normal load. Delays alone only postpone a retry storm; a budget removes it.
 *
 * <p>A budget created by {@link #of} is a token bucket. It starts with {@link BudgetLimits#burst() burst} retries,
 * every call that {@link BudgetLimits#depositOn() depositOn} names earns {@link BudgetLimits#ratio() ratio} of a retry,
 * and deposits beyond the capacity are lost. When it is empty, a reserve grants
 * {@link BudgetLimits#minPerSecond() minPerSecond} retries per second, so that rarely used clients can retry at all. In
 * any interval of {@code T} seconds that sees {@code D} deposits
 *
 * <pre>{@code retries <= burst + ratio * D + max(1, minPerSecond) + minPerSecond * T}</pre>
 *
 * <p>(without the last two terms if {@code minPerSecond} is 0; {@link #refill()} adds {@code burst}). For example
 * {@code ratio 0.1, burst 20, minPerSecond 0.1, SUCCESS} and 50 calls per second that all begin to fail: 21 retries
 * immediately, then one every 10 seconds, an extra load of 0.2 %.
 *
 * <p>With {@link BudgetLimits#refund() refund}, a retry that ends its call well returns its token, as the AWS SDKs do:
 * the bound then holds for the retries that fail, and retries that help are not limited by the ratio.
 *
 * <p>The share of retries is the per-client retry budget of "Handling Overload" in Google's Site Reliability
 * Engineering book (10 %); paying in per success and capping what can be saved is gRPC's retry throttling; the reserve
 * is what Finagle's retry budget calls {@code minRetriesPerSec}, here a true rate, metered by the generic cell rate
 * algorithm (GCRA).
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
 * as {@link System#nanoTime()}: readings are compared by their difference and may be negative or overflow.
 */
public interface RetryBudget {

    /**
     * Grants everything and records nothing. Its name is {@code none}; its limits are the largest that
     * {@link BudgetLimits} allows, its tokens and capacity {@link Integer#MAX_VALUE}; it cannot be changed.
     */
    RetryBudget UNLIMITED = new UnlimitedBudget();

    /**
     * Creates a budget that starts full.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    static RetryBudget of(String name, BudgetLimits limits) {
        return new TokenBucket(name, limits, true);
    }

    /**
     * Creates the bucket of a key, which starts full, and whose {@link #ratio} is always 0.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    @Internal
    static RetryBudget ofKey(String name, BudgetLimits limits) {
        return new TokenBucket(name, limits, false);
    }

    /**
     * This budget for one call with a key.
     *
     * @param bucket the retries of the calls with that key: a bucket that {@link #ofKey} created
     */
    @Internal
    default RetryBudget with(RetryBudget bucket) {
        return new KeyedBudget(this, (TokenBucket) bucket);
    }

    String name();

    /** The settings in force. */
    BudgetLimits limits();

    /**
     * Records a call, once and before its first attempt.
     *
     * @param nanoTime when it began
     */
    void recordCall(long nanoTime);

    /** Records that a call succeeded, once per call and not per attempt. */
    void recordSuccess();

    /**
     * Requests one retry. Call it when the retry is decided, before its delay: otherwise calls that fail together all
     * pass while they wait. A granted retry is spent, even if it is never made. A denial shows only in
     * {@link #withdrawals} and {@link #exhaustion}.
     */
    Withdrawal tryWithdraw(long nanoTime);

    /**
     * Records that a retry was denied because the bucket of its key is empty, so that no token of this budget was asked
     * for. If this bucket is empty too, that counts towards {@link #exhaustion}.
     */
    void recordKeyDenial(long nanoTime);

    /**
     * Returns the token of a retry to the bucket, if {@link BudgetLimits#refund()} is set. Call it once, when the retry
     * ends its call well, and only if its withdrawal was {@link Withdrawal#GRANTED}: the reserve takes no token back. A
     * token that does not fit into the bucket is lost.
     */
    void refund();

    /** Whole retries in the bucket; the reserve is not counted. */
    int tokens();

    /** The maximum number of retries in the bucket. */
    int capacity();

    /** How often {@link #tryWithdraw} returned this result since the budget was created. */
    long withdrawals(Withdrawal result);

    /**
     * Retries per call over the last minute, to the second: the running second and the 59 before it. 0 if there were no
     * calls. Retries count when they are granted, so it may exceed 1 if calls make several.
     */
    double ratio(long nanoTime);

    /**
     * The period in which retries are denied. Empty while the bucket holds a retry, and if none was denied since the
     * bucket last paid for one; retries granted by the reserve do not end the period. A budget without capacity is
     * never exhausted.
     */
    Optional<BudgetExhaustion> exhaustion(long nanoTime);

    /**
     * Replaces the settings while the budget is in use. Totals are kept, and so are tokens, up to the new capacity; a
     * higher capacity is not filled. The reserve starts anew if {@code minPerSecond} differs.
     *
     * @throws UnsupportedOperationException if this budget is {@link #UNLIMITED}
     */
    void change(BudgetLimits limits);

    /** Fills the bucket to its capacity; meant for operators. */
    void refill();
}
