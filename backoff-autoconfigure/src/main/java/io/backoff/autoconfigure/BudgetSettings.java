package io.backoff.autoconfigure;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.Spelling;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is written under {@code backoff.budgets}, merged with the default and checked. */
final class BudgetSettings {

    private static final String NONE = "none";

    private final Map<String, BudgetProperties> written;
    private final PropertyOrigins origins;
    private final Budgets budgets;

    BudgetSettings(Map<String, BudgetProperties> written, PropertyOrigins origins, Budgets budgets) {
        this.written = written;
        this.origins = origins;
        this.budgets = budgets;
        written.forEach(this::check);
    }

    /** The budget that a policy draws from: the named one, none, or by default its own. */
    RetryBudget of(LayeredPolicy policy) {
        if (!policy.has("budget")) {
            return budgets.get(policy.name(), limits(policy.name()));
        }
        String name = policy.text("budget");
        if (name.equals(NONE)) {
            return RetryBudget.UNLIMITED;
        }
        if (!name.equals(PolicyLayers.DEFAULT) && !written.containsKey(name)) {
            TreeSet<String> known = new TreeSet<>(written.keySet());
            known.add(PolicyLayers.DEFAULT);
            throw policy.invalid(
                    "budget",
                    "there is no such budget; there are: " + String.join(", ", known),
                    Spelling.closest(name, known)
                            .map(closest -> "Did you mean '" + closest + "'?")
                            .orElse("Declare 'backoff.budgets." + name + "', or write 'none'."));
        }
        return budgets.get(name, limits(name));
    }

    private BudgetLimits limits(String name) {
        return BudgetProperties.of(name, written);
    }

    private void check(String name, BudgetProperties properties) {
        if (name.equals(NONE)) {
            throw new InvalidPropertyException(
                    "backoff.budgets.none",
                    null,
                    origins.ofAny(KeyTree.keys(BudgetProperties.class).keySet().stream()
                            .map(field -> FieldName.ofBudget(name, field))
                            .toList()),
                    "'none' stands for no budget at all",
                    "Give the budget another name.");
        }
        checkRange(name, "ratio", properties.ratio(), BudgetLimits.MAX_RATIO);
        checkRange(name, "burst", properties.burst(), Integer.MAX_VALUE);
        checkRange(name, "min-per-second", properties.minPerSecond(), BudgetLimits.MAX_PER_SECOND);
    }

    private void checkRange(String budget, String field, @Nullable Number value, double max) {
        if (value == null || value.doubleValue() >= 0 && value.doubleValue() <= max) {
            return;
        }
        FieldName property = FieldName.ofBudget(budget, field);
        throw new InvalidPropertyException(
                property.toString(),
                value,
                origins.of(property),
                "it must be between 0 and " + (long) max,
                "For example 'ratio: 0.1, burst: 20, min-per-second: 0.1'.");
    }
}
