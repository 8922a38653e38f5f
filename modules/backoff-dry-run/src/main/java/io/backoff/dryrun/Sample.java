package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import java.util.Collection;

/**
 * The calls to simulate if there are too many: the first part of each period, at the real rate.
 *
 * <p>A small budget settles within the first half of that part. The calls of the second half count for all calls that
 * follow in the period, and a budget that would last longer is cut to what the first half can take. A large budget
 * takes minutes to empty: it is reduced like the calls, which then all count for the same number.
 *
 * @param share the share of the calls that is run, 0 to 1
 * @param first the number of calls in the first half of a period's part
 * @param even whether budgets are reduced like the calls
 */
record Sample(double share, int first, boolean even) {

    // What a reduced budget must still hold; with less, chance alone would empty it.
    private static final int ENOUGH = 20;

    /**
     * Chooses the calls.
     *
     * @param traffics the calls of all policies
     * @param most maximum number of simulated calls
     * @param budgets the budgets that they draw from
     */
    static Sample of(Collection<Traffic> traffics, int most, Collection<BudgetLimits> budgets) {
        long calls = traffics.stream().mapToLong(Traffic::calls).sum();
        if (calls <= most) {
            return new Sample(1, 0, false);
        }
        double share = (double) most / calls;
        int periods =
                traffics.stream().mapToInt(each -> each.periods().size()).max().orElse(1);
        return new Sample(share, most / 2 / periods, budgets.stream().anyMatch(each -> each.burst() * share >= ENOUGH));
    }

    /** The limits of a budget for these calls. */
    BudgetLimits reduced(BudgetLimits limits) {
        return new BudgetLimits(
                limits.ratio(), burst(limits.burst()), limits.minPerSecond(), limits.depositOn(), limits.refund());
    }

    private int burst(int burst) {
        if (share == 1) {
            return burst;
        }
        int settling = Math.max(first, ENOUGH);
        return Math.min(burst, even ? Math.max(ENOUGH, (int) Math.round(burst * share)) : settling);
    }

    /** The number of calls to run of a period with this many calls. */
    long of(long calls) {
        return calls == 0 ? 0 : Math.max(1, Math.round(calls * share));
    }

    /**
     * The weight of a call: the number of observed calls it represents.
     *
     * @param calls the calls of its period
     * @param number its number in the period; the first is 0
     */
    long weight(long calls, long number) {
        long run = of(calls);
        long alone = even ? 0 : run / 2;
        if (run == calls || number < alone) {
            return 1;
        }
        // In whole calls, whose sum is exact.
        long rest = calls - alone;
        long parts = run - alone;
        long part = number - alone;
        return rest * (part + 1) / parts - rest * part / parts;
    }
}
