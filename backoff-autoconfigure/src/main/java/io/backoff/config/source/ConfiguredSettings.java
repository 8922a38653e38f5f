package io.backoff.config.source;

import io.backoff.config.BackoffProperties;
import io.backoff.config.MaxRetries;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RecordProperties;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;

/**
 * The fields that are set for policies and budgets, each with its origin.
 *
 * @param policies the fields of policies by name
 * @param budgets the fields of budgets by name
 */
public record ConfiguredSettings(
        Map<String, Map<String, Setting>> policies, Map<String, Map<String, Setting>> budgets) {

    /** No settings. */
    public static final ConfiguredSettings NOTHING = new ConfiguredSettings(Map.of(), Map.of());

    /**
     * Reads the settings of the configuration; fails like {@link StrictBinding} for any error under {@code backoff}.
     *
     * @param conversions convert the values; Spring Boot's own follow
     */
    static ConfiguredSettings of(Environment environment, List<ConversionService> conversions) {
        BackoffProperties properties = StrictBinding.bind(environment, conversions);
        PropertyOrigins origins = new PropertyOrigins(environment);
        return new ConfiguredSettings(
                read(SettingsGroup.POLICIES, properties.policies(), origins),
                read(SettingsGroup.BUDGETS, properties.budgets(), origins));
    }

    public Map<String, Map<String, Setting>> of(SettingsGroup group) {
        return group == SettingsGroup.POLICIES ? policies : budgets;
    }

    /** These settings with one entry changed. */
    public ConfiguredSettings with(SettingsGroup group, String name, UnaryOperator<Map<String, Setting>> change) {
        Map<String, Map<String, Setting>> entries = new LinkedHashMap<>(of(group));
        entries.put(name, change.apply(new LinkedHashMap<>(entries.getOrDefault(name, Map.of()))));
        return group == SettingsGroup.POLICIES
                ? new ConfiguredSettings(entries, budgets)
                : new ConfiguredSettings(policies, entries);
    }

    /** The number of fields that are set. */
    public int count() {
        return Stream.of(policies, budgets)
                .flatMap(each -> each.values().stream())
                .mapToInt(Map::size)
                .sum();
    }

    /** These settings plus the fields that only {@code base} sets. */
    public ConfiguredSettings over(ConfiguredSettings base) {
        return new ConfiguredSettings(over(base.policies, policies), over(base.budgets, budgets));
    }

    /** These settings plus the policies and budgets that only {@code others} has. */
    public ConfiguredSettings orElse(ConfiguredSettings others) {
        return new ConfiguredSettings(orElse(policies, others.policies), orElse(budgets, others.budgets));
    }

    private static Map<String, Map<String, Setting>> orElse(
            Map<String, Map<String, Setting>> entries, Map<String, Map<String, Setting>> others) {
        Map<String, Map<String, Setting>> all = new LinkedHashMap<>(others);
        all.putAll(entries);
        return all;
    }

    private static Map<String, Map<String, Setting>> over(
            Map<String, Map<String, Setting>> base, Map<String, Map<String, Setting>> top) {
        Map<String, Map<String, Setting>> merged = new LinkedHashMap<>(base);
        for (Map.Entry<String, Map<String, Setting>> each : top.entrySet()) {
            Map<String, Setting> both = new LinkedHashMap<>(merged.getOrDefault(each.getKey(), Map.of()));
            both.putAll(each.getValue());
            merged.put(each.getKey(), both);
        }
        return merged;
    }

    private static Map<String, Map<String, Setting>> read(
            SettingsGroup group, Map<String, ? extends Record> entries, PropertyOrigins origins) {
        Map<String, Map<String, Setting>> written = new LinkedHashMap<>();
        for (Map.Entry<String, ? extends Record> each : entries.entrySet()) {
            written.put(each.getKey(), read(each.getValue(), field -> origins.of(group.field(each.getKey(), field))));
        }
        foldEnvironmentSpellings(group, written, origins);
        if (group == SettingsGroup.POLICIES) {
            written.replaceAll(MaxRetries::toAttempts);
        }
        return written;
    }

    private static Map<String, Setting> read(Record entry, UnaryOperator<String> origin) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        RecordProperties.values(entry)
                .forEach((field, value) -> settings.put(field, new Setting(value, origin.apply(field))));
        return settings;
    }

    /**
     * Merges entries spelled without dashes into those with dashes. Environment variables have neither case nor dashes:
     * {@code BACKOFF_POLICIES_CARDPAYMENTS_DELAY} is bound as a policy {@code cardpayments}, but means
     * {@code card-payments} if that exists.
     */
    private static void foldEnvironmentSpellings(
            SettingsGroup group, Map<String, Map<String, Setting>> written, PropertyOrigins origins) {
        List<String> names = new ArrayList<>(written.keySet());
        for (String name : names) {
            names.stream()
                    .filter(other -> !other.equals(name) && uniform(other).equals(name))
                    .filter(other -> !origins.isOutsideEnvironment(group, name))
                    .findFirst()
                    .ifPresent(meant -> fold(name, meant, written));
        }
    }

    private static void fold(String spelling, String name, Map<String, Map<String, Setting>> written) {
        Map<String, Setting> settings = written.remove(spelling);
        if (settings != null) {
            written.computeIfAbsent(name, key -> new LinkedHashMap<>()).putAll(settings);
        }
    }

    private static String uniform(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
