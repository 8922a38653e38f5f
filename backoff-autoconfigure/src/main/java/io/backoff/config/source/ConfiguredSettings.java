package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.BudgetProperties;
import io.backoff.config.MaxRetries;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;

/**
 * The settings of policies and budgets by name.
 *
 * @param policies the settings of policies
 * @param budgets the settings of budgets
 */
public record ConfiguredSettings(
        Map<String, Settings<PolicyProperties>> policies, Map<String, Settings<BudgetProperties>> budgets) {

    /** No settings. */
    public static final ConfiguredSettings NOTHING = new ConfiguredSettings(Map.of(), Map.of());

    /** Creates the settings of bound properties. */
    static ConfiguredSettings of(BackoffProperties properties, Environment environment) {
        Map<String, Settings<PolicyProperties>> policies =
                read(SettingsGroup.POLICIES, PolicyProperties.class, properties.policies(), environment);
        policies.replaceAll(MaxRetries::toAttempts);
        return new ConfiguredSettings(
                policies, read(SettingsGroup.BUDGETS, BudgetProperties.class, properties.budgets(), environment));
    }

    private static <P extends Record> Map<String, Settings<P>> read(
            SettingsGroup group, Class<P> type, Map<String, P> entries, Environment environment) {
        WrittenProperties sources = new WrittenProperties(environment);
        Map<String, Settings<P>> written = new LinkedHashMap<>();
        entries.forEach((name, properties) ->
                written.put(name, Settings.of(type, properties, field -> sources.origin(group, name, field))));
        foldVariables(written, sources.entriesOutsideVariables(group));
        return written;
    }

    /**
     * Merges entries spelled without dashes into those with dashes. Environment variables have neither case nor dashes:
     * {@code BACKOFF_POLICIES_CARDPAYMENTS_DELAY} is bound as policy {@code cardpayments}, but means {@code
     * card-payments} if that exists.
     */
    private static <P extends Record> void foldVariables(Map<String, Settings<P>> written, Set<String> outside) {
        List<String> names = List.copyOf(written.keySet());
        for (String name : names) {
            names.stream()
                    .filter(other -> !other.equals(name) && uniform(other).equals(name))
                    .filter(other -> !outside.contains(name))
                    .findFirst()
                    .ifPresent(meant -> fold(name, meant, written));
        }
    }

    private static <P extends Record> void fold(String spelling, String name, Map<String, Settings<P>> written) {
        Settings<P> settings = written.remove(spelling);
        if (settings != null) {
            written.merge(name, settings, (known, variables) -> variables.or(known));
        }
    }

    private static String uniform(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    public Map<String, ? extends Settings<?>> of(SettingsGroup group) {
        return group == SettingsGroup.POLICIES ? policies : budgets;
    }

    /** The number of set fields. */
    public int count() {
        return Stream.of(policies, budgets)
                .flatMap(each -> each.values().stream())
                .mapToInt(each -> each.fields().size())
                .sum();
    }

    /** Returns these settings, with those of {@code base} for unset fields. */
    public ConfiguredSettings over(ConfiguredSettings base) {
        return new ConfiguredSettings(over(base.policies, policies), over(base.budgets, budgets));
    }

    private static <P extends Record> Map<String, Settings<P>> over(
            Map<String, Settings<P>> base, Map<String, Settings<P>> top) {
        Map<String, Settings<P>> merged = new LinkedHashMap<>(base);
        top.forEach((name, settings) -> merged.merge(name, settings, (below, above) -> above.or(below)));
        return merged;
    }

    /** Returns these settings plus the policies that only {@code others} has. */
    public ConfiguredSettings orPolicies(Map<String, Settings<PolicyProperties>> others) {
        Map<String, Settings<PolicyProperties>> all = new LinkedHashMap<>(others);
        all.putAll(policies);
        return new ConfiguredSettings(all, budgets);
    }

    /** Returns these settings without one policy or budget. */
    public ConfiguredSettings without(SettingsGroup group, String name) {
        return group == SettingsGroup.POLICIES
                ? new ConfiguredSettings(without(policies, name), budgets)
                : new ConfiguredSettings(policies, without(budgets, name));
    }

    private static <P extends Record> Map<String, Settings<P>> without(Map<String, Settings<P>> entries, String name) {
        Map<String, Settings<P>> rest = new LinkedHashMap<>(entries);
        rest.remove(name);
        return rest;
    }
}
