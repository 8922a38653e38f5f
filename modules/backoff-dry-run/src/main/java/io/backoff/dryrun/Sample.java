package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import java.util.Collection;

/**
 * Selects the calls to simulate: all or, if there are too many, those in the first part of each period. The selected
 * calls arrive at the real rate.
 *
 * <p>A small budget reaches a steady state within the first half of that part, so the calls in the second half
 * represent all later calls of the period. A budget that would outlast the first half is reduced so that the first half
 * can empty it. If a budget is so large that it takes minutes to empty, budgets are instead reduced in proportion to
 * the calls. Then all simulated calls of a period represent about equally many observed calls.
 *
 * @param share the share of the observed calls that is simulated, 0 to 1
 * @param first the number of calls in the first half of each simulated part
 * @param even whether budgets are reduced in proportion to the calls
 */
record Sample(double share, int first, boolean even) {

    // The minimum size of a reduced budget. A smaller budget could be emptied by chance alone.
    private static final int ENOUGH = 20;

    /**
     * Creates a sample of the calls.
     *
     * @param traffics the calls of all policies
     * @param most maximum number of simulated calls
     * @param budgets the limits of the budgets that the calls use
     */
    static Sample of(Collection<Traffic> traffics, int most, Collection<BudgetLimits> budgets) {
        long calls = traffics.stream().mapToLong(Traffic::calls).sum();
        if (calls <= most) {
            return new Sample(1, 0, false);
        }
        double share = (double) most / calls;
        int periods = traffics.stream()
                .mapToInt(traffic -> traffic.periods().size())
                .max()
                .orElse(1);
        return new Sample(
                share, most / 2 / periods, budgets.stream().anyMatch(limits -> limits.burst() * share >= ENOUGH));
    }

    /** Returns the limits of a budget for the simulated calls. */
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

    /** Returns how many calls are simulated for a period with this many observed calls. */
    long of(long calls) {
        return calls == 0 ? 0 : Math.max(1, Math.round(calls * share));
    }

    /**
     * Returns the weight of a call: the number of observed calls that it represents.
     *
     * @param calls the number of calls in its period
     * @param number the ordinal of the call in the period, from 0
     */
    long weight(long calls, long number) {
        long run = of(calls);
        long alone = even ? 0 : run / 2;
        if (run == calls || number < alone) {
            return 1;
        }
        // Weights are whole numbers, so that their sum is exactly the number of observed calls.
        long rest = calls - alone;
        long parts = run - alone;
        long part = number - alone;
        return rest * (part + 1) / parts - rest * part / parts;
    }
}
