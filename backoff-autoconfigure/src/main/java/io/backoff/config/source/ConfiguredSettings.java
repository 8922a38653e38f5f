package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.BudgetProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings of policies and budgets by name.
 *
 * @param policies the settings of policies
 * @param budgets the settings of budgets
 */
public record ConfiguredSettings(
        Map<String, Settings<PolicyProperties>> policies, Map<String, Settings<BudgetProperties>> budgets) {

    private static final String MAX_RETRIES = "max-retries";
    private static final String MAX_ATTEMPTS = "max-attempts";

    /** No settings. */
    public static final ConfiguredSettings NOTHING = new ConfiguredSettings(Map.of(), Map.of());

    /** Creates the settings from bound properties. */
    static ConfiguredSettings of(BackoffProperties properties, WrittenProperties sources) {
        Map<String, Settings<PolicyProperties>> policies =
                read(SettingsGroup.POLICIES, PolicyProperties.class, properties.policies(), sources);
        policies.replaceAll(ConfiguredSettings::withAttempts);
        return new ConfiguredSettings(
                policies, read(SettingsGroup.BUDGETS, BudgetProperties.class, properties.budgets(), sources));
    }

    /**
     * Converts {@code max-retries} in the settings of a policy to {@code max-attempts}. With {@code max-retries}, an
     * existing number of retries can be used unchanged: {@code max-retries: ${orders.retries}}.
     *
     * @throws InvalidPropertyException if both are set, or the number is out of range
     */
    private static Settings<PolicyProperties> withAttempts(String policy, Settings<PolicyProperties> settings) {
        Integer count = settings.properties().maxRetries();
        Setting retries = settings.get(MAX_RETRIES);
        if (count == null || retries == null) {
            return settings;
        }
        Setting attempts = settings.get(MAX_ATTEMPTS);
        if (attempts != null) {
            throw invalid(
                    policy,
                    retries,
                    "the policy also sets 'max-attempts' (" + attempts.origin() + "), which is the same limit",
                    "Remove one of them. max-attempts counts the first attempt, too.");
        }
        if (count < 0 || count == Integer.MAX_VALUE) {
            throw invalid(
                    policy,
                    retries,
                    count < 0 ? "it is negative" : "it is too large",
                    "Use 0 for no retries. For no limit, set 'max-attempts: 0' instead.");
        }
        return settings.without(MAX_RETRIES).with(MAX_ATTEMPTS, new Setting(count + 1, retries.origin()));
    }

    private static InvalidPropertyException invalid(String policy, Setting retries, String reason, String remedy) {
        return new InvalidPropertyException(
                SettingsGroup.POLICIES.property(policy, MAX_RETRIES),
                retries.value(),
                retries.origin(),
                reason,
                remedy);
    }

    private static <P extends Record> Map<String, Settings<P>> read(
            SettingsGroup group, Class<P> type, Map<String, P> entries, WrittenProperties sources) {
        Map<String, Settings<P>> written = new LinkedHashMap<>();
        entries.forEach((name, properties) ->
                written.put(name, Settings.of(type, properties, field -> sources.origin(group, name, field))));
        foldVariables(written, sources.entriesOutsideVariables(group));
        return written;
    }

    /**
     * Merges entries spelled without dashes into entries with dashes. Environment variables have neither case nor
     * dashes: {@code BACKOFF_POLICIES_CARDPAYMENTS_DELAY} is bound as policy {@code cardpayments}, but means
     * {@code card-payments} if that exists.
     */
    private static <P extends Record> void foldVariables(Map<String, Settings<P>> written, Set<String> outside) {
        Map<String, Settings<P>> read = new LinkedHashMap<>(written);
        read.forEach((name, variables) -> read.keySet().stream()
                .filter(other ->
                        !other.equals(name) && VariableName.letters(other).equals(name))
                .filter(other -> !outside.contains(name))
                .findFirst()
                .ifPresent(meant -> {
                    written.remove(name);
                    written.merge(meant, variables, (known, top) -> top.or(known));
                }));
    }

    public Map<String, ? extends Settings<?>> of(SettingsGroup group) {
        return group == SettingsGroup.POLICIES ? policies : budgets;
    }

    /** The number of set fields. */
    public int count() {
        return Stream.of(policies, budgets)
                .flatMap(group -> group.values().stream())
                .mapToInt(entry -> entry.fields().size())
                .sum();
    }

    /** Returns these settings, with the values of {@code base} for unset fields. */
    public ConfiguredSettings over(ConfiguredSettings base) {
        return new ConfiguredSettings(over(base.policies, policies), over(base.budgets, budgets));
    }

    private static <P extends Record> Map<String, Settings<P>> over(
            Map<String, Settings<P>> base, Map<String, Settings<P>> top) {
        Map<String, Settings<P>> merged = new LinkedHashMap<>(base);
        top.forEach((name, settings) -> merged.merge(name, settings, (below, above) -> above.or(below)));
        return merged;
    }

    /** Returns these settings, plus those policies of {@code others} that these settings lack. */
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
