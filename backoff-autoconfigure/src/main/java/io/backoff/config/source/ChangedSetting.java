package io.backoff.config.source;

import io.backoff.config.BudgetProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PolicyProperties;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.convert.ConversionService;

/**
 * Reads fields that are changed at run time. Values are converted like configured ones, but expressions and
 * placeholders are rejected.
 */
final class ChangedSetting {

    private static final String PREFIX = "changed";
    // SpEL executes code. Permission to change a delay does not imply permission to run code.
    private static final String EXPRESSION = "retry-on-result";
    private static final String PLACEHOLDER = "${";
    // This is longer than any field name, and much shorter than the longest allowed request.
    private static final int LONGEST_FIELD = 40;
    private static final int LONGEST_TEXT = 2_000;

    private ChangedSetting() {}

    /**
     * Reads the changed fields of a policy or a budget.
     *
     * @param values the values in configuration format, by field
     * @param conversions the converters of the application
     * @throws InvalidPropertyException if a field does not exist or a value is invalid
     */
    static ConfiguredSettings of(
            SettingsGroup group, String name, Map<String, String> values, List<ConversionService> conversions) {
        values.forEach((field, text) -> check(group, name, field, text));
        if (values.isEmpty()) {
            return ConfiguredSettings.NOTHING;
        }
        return group == SettingsGroup.BUDGETS
                ? new ConfiguredSettings(
                        Map.of(), Map.of(name, bind(group, name, BudgetProperties.class, values, conversions)))
                : new ConfiguredSettings(
                        Map.of(
                                name,
                                ConfiguredSettings.withAttempts(
                                        name, bind(group, name, PolicyProperties.class, values, conversions))),
                        Map.of());
    }

    private static void check(SettingsGroup group, String name, String field, String text) {
        String property = group.property(name, TruncatedText.of(field, LONGEST_FIELD));
        List<String> fields = group.fields();
        if (!fields.contains(field)) {
            String remedy = NameSuggestion.closest(field, fields)
                    .map(RejectionReason::didYouMean)
                    .orElse("Known properties: " + String.join(", ", fields) + ".");
            throw invalid(property, text, "there is no such property", remedy);
        }
        if (field.equals(EXPRESSION)) {
            throw invalid(
                    property,
                    text,
                    "it is an expression, and code cannot be changed at run time",
                    "Change it in the configuration.");
        }
        // Resolving placeholders would reveal the environment.
        if (text.contains(PLACEHOLDER)) {
            throw invalid(property, text, "placeholders are not resolved at run time", "Write the value itself.");
        }
        if (text.length() > LONGEST_TEXT) {
            throw invalid(
                    property,
                    text,
                    "it is longer than " + LONGEST_TEXT + " characters",
                    "Use a shorter value, or change the property in the configuration.");
        }
    }

    private static <P extends Record> Settings<P> bind(
            SettingsGroup group,
            String name,
            Class<P> type,
            Map<String, String> values,
            List<ConversionService> conversions) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        values.forEach((field, text) -> source.put(PREFIX + "." + field, text));
        Settings<P> settings;
        try {
            P bound = new Binder(List.of(source), PlaceholdersResolver.NONE, conversions, null, null, null)
                    .bindOrCreate(PREFIX, type);
            settings = Settings.of(type, bound, field -> Setting.ACTUATOR);
        } catch (BindException failure) {
            String field = failure.getName().getElement(1, Form.DASHED);
            String text = values.getOrDefault(field, "");
            RejectionReason expected =
                    RejectionReason.of(failure.getName(), failure.getTarget().getType(), text);
            throw invalid(group.property(name, field), text, expected.reason(), expected.remedy());
        }
        values.forEach((field, text) -> {
            if (!settings.sets(field)) {
                String remedy = "Write a value, or reset the changes with DELETE.";
                throw invalid(group.property(name, field), text, "it is empty", remedy);
            }
        });
        return settings;
    }

    private static InvalidPropertyException invalid(String property, String text, String reason, String remedy) {
        return new InvalidPropertyException(property, text, Setting.ACTUATOR, reason, remedy);
    }
}
