package io.backoff.config.policy;

import io.backoff.budget.BudgetLimits;
import io.backoff.config.BudgetProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of budgets, checked and merged field by field: own value, then the value of the budget {@code default},
 * then the built-in default.
 */
public final class BudgetLayers {

    /** The name of no budget, for policies that draw from none. */
    static final String NONE = "none";

    private static final Settings<BudgetProperties> UNSET = Settings.none(BudgetProperties.class);
    private static final Settings<BudgetProperties> BUILT_IN =
            Settings.of(BudgetProperties.class, BudgetProperties.BUILT_IN, field -> Setting.DEFAULT);

    private final Map<String, Settings<BudgetProperties>> written;

    public BudgetLayers(Map<String, Settings<BudgetProperties>> written) {
        this.written = written;
        written.forEach(BudgetLayers::check);
    }

    /** The names that policies can refer to. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(written.keySet());
        names.add(PolicyLayers.DEFAULT);
        return names;
    }

    /** Every field of a budget with its origin; of any name, configured or not. */
    Settings<BudgetProperties> settings(String name) {
        return written.getOrDefault(name, UNSET)
                .or(written.getOrDefault(PolicyLayers.DEFAULT, UNSET))
                .or(BUILT_IN);
    }

    /** The effective limits of a budget of any name. */
    public BudgetLimits limits(String name) {
        BudgetProperties all = settings(name).properties();
        return new BudgetLimits(
                Objects.requireNonNull(all.ratio()),
                Objects.requireNonNull(all.burst()),
                Objects.requireNonNull(all.minPerSecond()),
                Objects.requireNonNull(all.depositOn()),
                Objects.requireNonNull(all.refund()));
    }

    private static void check(String name, Settings<BudgetProperties> settings) {
        checkName(SettingsGroup.BUDGETS, name, settings);
        checkRange(name, settings, "ratio", BudgetLimits.MAX_RATIO);
        checkRange(name, settings, "burst", Integer.MAX_VALUE);
        checkRange(name, settings, "min-per-second", BudgetLimits.MAX_PER_SECOND);
    }

    /** Rejects {@code none} in any case, also for a policy: its own budget would have that name. */
    static void checkName(SettingsGroup group, String name, Settings<?> settings) {
        if (name.equalsIgnoreCase(NONE)) {
            throw new InvalidPropertyException(
                    group.prefix() + "." + name,
                    null,
                    settings.fields().values().stream()
                            .map(Setting::origin)
                            .findFirst()
                            .orElse(PropertyOrigins.UNKNOWN),
                    "'none' stands for no budget at all",
                    group == SettingsGroup.POLICIES
                            ? "Give the policy another name: its budget has the same name."
                            : "Give the budget another name.");
        }
    }

    private static void checkRange(String budget, Settings<BudgetProperties> settings, String field, double max) {
        Setting setting = settings.get(field);
        if (setting != null && setting.value() instanceof Number number && !isWithin(number.doubleValue(), max)) {
            throw new InvalidPropertyException(
                    SettingsGroup.BUDGETS.property(budget, field),
                    setting.value(),
                    setting.origin(),
                    "it must be between 0 and " + (long) max,
                    "For example 'ratio: 0.1, burst: 20, min-per-second: 0.1'.");
        }
    }

    // False for NaN.
    private static boolean isWithin(double value, double max) {
        return value >= 0 && value <= max;
    }
}
