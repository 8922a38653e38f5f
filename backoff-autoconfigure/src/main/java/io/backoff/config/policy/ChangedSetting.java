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
        List<String> fields = group.fields();
        if (!fields.contains(field)) {
            throw invalid(
                    property,
                    text,
                    "there is no such property",
                    NameSuggestion.closest(field, fields)
                            .map(closest -> "Did you mean '" + closest + "'?")
                            .orElse("Known properties: " + String.join(", ", fields) + "."));
        }
        if (field.equals(EXPRESSION)) {
            throw invalid(property, text, "it is an expression, which is code", "Change it in the configuration.");
        }
        if (text.length() > LONGEST_TEXT) {
            throw invalid(
                    property,
                    text,
                    "it is longer than " + LONGEST_TEXT + " characters",
                    "Use a shorter one, or change it in the configuration.");
        }
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(PREFIX + "." + field, text)));
        try {
            BindResult<? extends Record> bound = binder.bind(PREFIX, group.type());
            Object value =
                    bound.isBound() ? RecordProperties.values(bound.get()).get(field) : null;
            if (value == null) {
                throw invalid(property, text, "it is empty", "Write a value, or take the change back with DELETE.");
            }
            return new Setting(value, ACTUATOR);
        } catch (BindException failure) {
            ExpectedValue expected = ExpectedValue.of(RecordProperties.genericType(group.type(), field), text);
            throw invalid(property, text, expected.reason(), expected.action());
        }
    }

    static InvalidPropertyException invalid(FieldName property, String text, String reason, String remedy) {
        return new InvalidPropertyException(property.toString(), text, ACTUATOR, reason, remedy);
    }
}
