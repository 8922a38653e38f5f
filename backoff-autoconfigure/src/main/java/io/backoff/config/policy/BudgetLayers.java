package io.backoff.config.policy;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.config.BudgetProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RecordProperties;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of budgets, checked and merged field by field: own value, then the value of the budget {@code default},
 * then the built-in default.
 */
public final class BudgetLayers {

    /** The name of no budget, for policies that draw from none. */
    static final String NONE = "none";

    private static final String DEFAULT = PolicyLayers.DEFAULT;

    private final Map<String, Map<String, Setting>> written;

    public BudgetLayers(Map<String, Map<String, Setting>> written) {
        this.written = written;
        for (Map.Entry<String, Map<String, Setting>> each : written.entrySet()) {
            check(each.getKey(), each.getValue());
        }
    }

    /** The names that policies can refer to. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(written.keySet());
        names.add(DEFAULT);
        return names;
    }

    /** Every field of a budget with its origin, in the order of the documentation; of any name, configured or not. */
    Map<String, Setting> settings(String name) {
        Map<String, Setting> settings =
                new LinkedHashMap<>(RecordProperties.settings(BudgetProperties.BUILT_IN, Setting.DEFAULT));
        settings.putAll(written.getOrDefault(DEFAULT, Map.of()));
        settings.putAll(written.getOrDefault(name, Map.of()));
        return settings;
    }

    /** The effective limits of a budget of any name. */
    public BudgetLimits limits(String name) {
        Map<String, Setting> settings = settings(name);
        return new BudgetLimits(
                (Double) value(settings, "ratio"),
                (Integer) value(settings, "burst"),
                (Double) value(settings, "min-per-second"),
                (DepositOn) value(settings, "deposit-on"),
                (Boolean) value(settings, "refund"));
    }

    private static Object value(Map<String, Setting> settings, String field) {
        Setting setting = settings.get(field);
        if (setting == null) {
            throw new IllegalStateException("No default for " + field);
        }
        return setting.value();
    }

    private static void check(String name, Map<String, Setting> fields) {
        checkName(SettingsGroup.BUDGETS, name, fields);
        checkRange(name, fields, "ratio", BudgetLimits.MAX_RATIO);
        checkRange(name, fields, "burst", Integer.MAX_VALUE);
        checkRange(name, fields, "min-per-second", BudgetLimits.MAX_PER_SECOND);
    }

    /** Rejects {@code none} in any case, also for a policy: its own budget would have that name. */
    static void checkName(SettingsGroup group, String name, Map<String, Setting> fields) {
        if (name.equalsIgnoreCase(NONE)) {
            throw new InvalidPropertyException(
                    group.prefix() + "." + name,
                    null,
                    fields.values().stream().map(Setting::origin).findFirst().orElse(PropertyOrigins.UNKNOWN),
                    "'none' stands for no budget at all",
                    group == SettingsGroup.POLICIES
                            ? "Give the policy another name: its budget has the same name."
                            : "Give the budget another name.");
        }
    }

    private static void checkRange(String budget, Map<String, Setting> fields, String field, double max) {
        Setting setting = fields.get(field);
        if (setting == null || isWithin(((Number) setting.value()).doubleValue(), max)) {
            return;
        }
        throw new InvalidPropertyException(
                SettingsGroup.BUDGETS.field(budget, field).toString(),
                setting.value(),
                setting.origin(),
                "it must be between 0 and " + (long) max,
                "For example 'ratio: 0.1, burst: 20, min-per-second: 0.1'.");
    }

    // False for NaN.
    private static boolean isWithin(double value, double max) {
        return value >= 0 && value <= max;
    }
}
