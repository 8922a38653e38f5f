package io.backoff.autoconfigure;

import io.backoff.policy.BudgetLimits;
import io.backoff.policy.RetryBudget;
import io.backoff.policy.Spelling;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is written under {@code backoff.budgets}, merged with the default and checked. */
final class BudgetSettings {

    private static final String PREFIX = "backoff.budgets.";
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
                            .orElse("Declare '" + PREFIX + name + "', or write 'none'."));
        }
        return budgets.get(name, limits(name));
    }

    private BudgetLimits limits(String name) {
        return BudgetProperties.of(name, written);
    }

    private void check(String name, BudgetProperties properties) {
        if (name.equals(NONE)) {
            throw invalid(name, "ratio", properties.ratio(), "'none' stands for no budget at all");
        }
        try {
            limits(name);
        } catch (IllegalArgumentException failure) {
            throw invalid(name, culprit(properties), value(properties), String.valueOf(failure.getMessage()));
        }
    }

    private InvalidPropertyException invalid(String name, String field, @Nullable Object value, String reason) {
        String property = PREFIX + name + "." + field;
        return new InvalidPropertyException(
                property,
                value,
                origins.of(property),
                reason,
                "For example 'ratio: 0.1, burst: 20, min-per-second: 0.1'.");
    }

    private static String culprit(BudgetProperties properties) {
        return bad(properties.ratio(), 1000)
                ? "ratio"
                : bad(properties.burst(), Integer.MAX_VALUE) ? "burst" : "min-per-second";
    }

    private static @Nullable Object value(BudgetProperties properties) {
        return switch (culprit(properties)) {
            case "ratio" -> properties.ratio();
            case "burst" -> properties.burst();
            default -> properties.minPerSecond();
        };
    }

    private static boolean bad(@Nullable Number value, double max) {
        return value != null && !(value.doubleValue() >= 0 && value.doubleValue() <= max);
    }
}
