package io.backoff.autoconfigure;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.DepositOn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one retry budget writes itself; {@code null} stands for "not written".
 *
 * @param ratio Retries per call that the budget earns, 0.1 being one retry for ten calls.
 * @param burst Retries that the budget can hold; it starts full.
 * @param minPerSecond Retries per second that are always allowed, for services with few calls.
 * @param depositOn Which calls earn: those that succeed, or all.
 */
public record BudgetProperties(
        @Nullable Double ratio,
        @Nullable Integer burst,
        @Nullable Double minPerSecond,
        @Nullable DepositOn depositOn) {

    private static final BudgetProperties NOTHING = new BudgetProperties(null, null, null, null);
    private static final BudgetLimits BUILT_IN = new BudgetLimits(0.1, 20, 0.1, DepositOn.SUCCESS);

    /** The limits of a budget: its own, then those of {@code default}, then the built-in ones. */
    static BudgetLimits of(String name, Map<String, BudgetProperties> written) {
        BudgetLimits defaults =
                written.getOrDefault(PolicyLayers.DEFAULT, NOTHING).over(BUILT_IN);
        return written.getOrDefault(name, NOTHING).over(defaults);
    }

    private BudgetLimits over(BudgetLimits base) {
        return new BudgetLimits(
                ratio != null ? ratio : base.ratio(),
                burst != null ? burst : base.burst(),
                minPerSecond != null ? minPerSecond : base.minPerSecond(),
                depositOn != null ? depositOn : base.depositOn());
    }
}
