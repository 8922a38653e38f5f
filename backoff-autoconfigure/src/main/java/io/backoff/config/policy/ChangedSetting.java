package io.backoff.config.policy;

import io.backoff.config.ExpectedValue;
import io.backoff.config.FieldName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.RecordProperties;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import io.backoff.text.TruncatedText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Reads a field that is changed at run time, with the rules of the configuration. */
public final class ChangedSetting {

    /** The origin of values that were changed through the Actuator. */
    public static final String ACTUATOR = "actuator";

    private static final String PREFIX = "changed";

    // SpEL executes code. A user who may change a delay need not be allowed to run code.
    private static final String EXPRESSION = "retry-on-result";

    // Longer than any field name, and much shorter than the longest request.
    private static final int LONGEST_FIELD = 40;
    private static final int LONGEST_TEXT = 2_000;

    private ChangedSetting() {}

    public static Setting of(SettingsGroup group, String name, String field, String text) {
        FieldName property = group.field(name, TruncatedText.of(field, LONGEST_FIELD));
        if (!group.fields().contains(field)) {
            throw invalid(property, text, "there is no such property", knownFields(group, field));
        }
        checkText(property, text);
        return new Setting(value(group, property, text), ACTUATOR);
    }

    private static String knownFields(SettingsGroup group, String unknown) {
        List<String> fields = group.fields();
        return NameSuggestion.closest(unknown, fields)
                .map(closest -> "Did you mean '" + closest + "'?")
                .orElse("Known properties: " + String.join(", ", fields) + ".");
    }

    private static void checkText(FieldName property, String text) {
        if (property.field().equals(EXPRESSION)) {
            throw invalid(property, text, "it is an expression, which is code", "Change it in the configuration.");
        }
        if (text.length() > LONGEST_TEXT) {
            throw invalid(
                    property,
                    text,
                    "it is longer than " + LONGEST_TEXT + " characters",
                    "Use a shorter one, or change it in the configuration.");
        }
    }

    private static Object value(SettingsGroup group, FieldName property, String text) {
        try {
            return bound(group, property.field(), text)
                    .orElseThrow(() -> invalid(
                            property, text, "it is empty", "Write a value, or take the change back with DELETE."));
        } catch (BindException failure) {
            ExpectedValue expected =
                    ExpectedValue.of(RecordProperties.genericType(group.type(), property.field()), text);
            throw invalid(property, text, expected.reason(), expected.action());
        }
    }

    private static Optional<Object> bound(SettingsGroup group, String field, String text) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(PREFIX + "." + field, text)));
        BindResult<? extends Record> result = binder.bind(PREFIX, group.type());
        return result.isBound()
                ? Optional.ofNullable(RecordProperties.values(result.get()).get(field))
                : Optional.empty();
    }

    static InvalidPropertyException invalid(FieldName property, String text, String reason, String remedy) {
        return new InvalidPropertyException(property.toString(), text, ACTUATOR, reason, remedy);
    }
}
