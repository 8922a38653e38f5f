package io.backoff.config.policy;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.BudgetProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The budgets of a configuration that is not yet applied and may be rejected. The value of each field comes from the
 * budget itself, else from the budget {@code default}, else from the built-in default.
 */
public final class BudgetPlan {

    /** The reserved name for policies without a budget. */
    static final String NONE = "none";

    private static final Settings<BudgetProperties> UNSET = Settings.none(BudgetProperties.class);
    private static final Settings<BudgetProperties> BUILT_IN =
            Settings.of(BudgetProperties.class, BudgetProperties.BUILT_IN, field -> Setting.DEFAULT);

    private final Budgets inUse;
    private final Map<String, Settings<BudgetProperties>> written;
    private final Map<String, RetryBudget> planned = new TreeMap<>();

    BudgetPlan(Budgets inUse, Map<String, Settings<BudgetProperties>> written) {
        this.inUse = inUse;
        this.written = written;
        written.forEach(BudgetPlan::check);
        for (String name : names()) {
            budget(name);
        }
    }

    /**
     * Returns the budget of a policy: the budget that the policy names, an unlimited one for {@code none}, or by
     * default the policy's own budget.
     */
    RetryBudget of(LayeredPolicy policy) {
        String name = policy.effective().properties().budget();
        return name != null ? named(policy, name) : budget(policy.name());
    }

    private RetryBudget named(LayeredPolicy policy, String name) {
        if (name.equals(NONE)) {
            return RetryBudget.UNLIMITED;
        }
        // The policy's own budget need not be configured, even if the policy names it.
        if (!names().contains(name) && !name.equals(policy.name())) {
            throw unknown(policy, name);
        }
        return budget(name);
    }

    /** Whether the budget exists, or will exist after the plan is applied. */
    boolean has(String name) {
        return planned.containsKey(name) || inUse.find(name) != null;
    }

    /** Applies the plan. Existing budgets keep their tokens and totals. */
    public void carryOut() {
        inUse.all().forEach(this::changeLimits);
        // New budgets are added last: they already have the new limits, which the line above need not change.
        for (RetryBudget budget : planned.values()) {
            inUse.add(budget);
        }
    }

    /** Adds a budget unless there is one of that name, and returns the budget of that name. */
    public RetryBudget add(String name) {
        RetryBudget budget = budget(name);
        inUse.add(budget);
        return budget;
    }

    private void changeLimits(RetryBudget budget) {
        BudgetLimits limits = limits(budget.name());
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
        RetryBudget budget = used != null ? used : RetryBudget.of(name, limits(name));
        planned.put(name, budget);
        return budget;
    }

    private InvalidPropertyException unknown(LayeredPolicy policy, String name) {
        Set<String> known = names();
        if (name.equalsIgnoreCase(NONE)) {
            known.add(NONE);
        }
        return policy.invalid(
                "budget",
                "there is no such budget; known budgets: " + String.join(", ", known),
                NameSuggestion.closest(name, known)
                        .map(RejectionReason::didYouMean)
                        .orElse("Declare the budget under 'backoff.budgets', or write 'none'."));
    }

    /** The names of budgets that policies can use. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(written.keySet());
        names.add(SettingsGroup.DEFAULT);
        return names;
    }

    /** Returns every field of a budget with its origin; the name need not be configured. */
    Settings<BudgetProperties> settings(String name) {
        return written.getOrDefault(name, UNSET)
                .or(written.getOrDefault(SettingsGroup.DEFAULT, UNSET))
                .or(BUILT_IN);
    }

    /** Returns the effective limits of a budget; the name need not be configured. */
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

    /**
     * Rejects the name {@code none}, in upper or lower case, for a budget or a policy. Policies are included, because a
     * policy's own budget has the policy's name.
     */
    static void checkName(SettingsGroup group, String name, Settings<?> settings) {
        if (name.equalsIgnoreCase(NONE)) {
            throw new InvalidPropertyException(
                    group.prefix() + "." + name,
                    null,
                    settings.fields().values().stream()
                            .map(Setting::origin)
                            .findFirst()
                            .orElse(PropertyOrigins.UNKNOWN),
                    "the name 'none' is reserved for policies without a budget",
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

    // NaN is not within the range: both comparisons are false for it.
    private static boolean isWithin(double value, double max) {
        return value >= 0 && value <= max;
    }
}
