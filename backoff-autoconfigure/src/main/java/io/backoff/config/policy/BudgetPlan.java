package io.backoff.config.policy;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The budgets of a configuration that is not in force yet, and may be rejected. */
public final class BudgetPlan {

    private static final int LONGEST_NAME = 80;

    private final Budgets inUse;
    private final BudgetLayers layers;
    private final Map<String, RetryBudget> planned = new TreeMap<>();

    BudgetPlan(Budgets inUse, BudgetLayers layers) {
        this.inUse = inUse;
        this.layers = layers;
        for (String each : layers.names()) {
            budget(each);
        }
    }

    /** The budget that a policy draws from: the named one, none, or by default its own. */
    RetryBudget of(LayeredPolicy policy) {
        String name = policy.effective().properties().budget();
        return name != null ? named(policy, name) : budget(policy.name());
    }

    private RetryBudget named(LayeredPolicy policy, String name) {
        if (name.equals(BudgetLayers.NONE)) {
            return RetryBudget.UNLIMITED;
        }
        // The policy's own budget needs no declaration, even if the policy names it.
        if (!layers.names().contains(name) && !name.equals(policy.name())) {
            throw unknown(policy, name);
        }
        return budget(name);
    }

    /** Whether the budget exists, or will exist when the plan is carried out. */
    boolean has(String name) {
        return planned.containsKey(name) || inUse.find(name) != null;
    }

    /** Puts the plan in force. A budget that is in use keeps its tokens and totals. */
    public void carryOut() {
        inUse.all().forEach(this::changeLimits);
        // Last, because new budgets have been created with their limits.
        for (RetryBudget each : planned.values()) {
            inUse.add(each);
        }
    }

    /** Puts one budget in force, and returns it, or the one of that name that is in use. */
    public RetryBudget add(String name) {
        RetryBudget budget = budget(name);
        inUse.add(budget);
        return budget;
    }

    private void changeLimits(RetryBudget budget) {
        BudgetLimits limits = layers.limits(budget.name());
        if (!limits.equals(budget.limits())) {
            budget.change(limits);
        }
    }

    private RetryBudget budget(String name) {
        RetryBudget known = planned.get(name);
        if (known != null) {
            return known;
        }
        RetryBudget used = inUse.find(name);
        RetryBudget budget = used != null ? used : RetryBudget.of(name, layers.limits(name));
        planned.put(name, budget);
        return budget;
    }

    private InvalidPropertyException unknown(LayeredPolicy policy, String name) {
        Set<String> known = layers.names();
        if (name.equalsIgnoreCase(BudgetLayers.NONE)) {
            known.add(BudgetLayers.NONE);
        }
        return policy.invalid(
                "budget",
                "there is no such budget; known budgets: " + String.join(", ", known),
                NameSuggestion.closest(name, known)
                        .map(closest -> "Did you mean '" + closest + "'?")
                        .orElse("Declare 'backoff.budgets." + TruncatedText.of(name, LONGEST_NAME)
                                + "', or write 'none'."));
    }
}
