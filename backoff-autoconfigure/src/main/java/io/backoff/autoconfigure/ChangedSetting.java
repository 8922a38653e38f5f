package io.backoff.autoconfigure;

import io.backoff.policy.Spelling;
import java.util.Map;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Reads a field of a policy that is changed at run time, as it would be read from the configuration. */
final class ChangedSetting {

    /** Origin of what was changed through the Actuator. */
    private static final String ACTUATOR = "actuator";

    private static final String PREFIX = "policy";

    private ChangedSetting() {}

    static Setting of(String policy, String field, String text) {
        if (!PolicyFields.names().contains(field)) {
            throw invalid(
                    policy,
                    field,
                    text,
                    "there is no such property",
                    Spelling.closest(field, PolicyFields.names())
                            .map(closest -> "Did you mean '" + closest + "'?")
                            .orElse("There are: " + String.join(", ", PolicyFields.names()) + "."));
        }
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(PREFIX + "." + field, text)));
        try {
            BindResult<PolicyProperties> bound = binder.bind(PREFIX, PolicyProperties.class);
            Object value = bound.isBound() ? PolicyFields.values(bound.get()).get(field) : null;
            if (value == null) {
                throw invalid(
                        policy, field, text, "it is empty", "Write a value, or take the change back with DELETE.");
            }
            return new Setting(value, ACTUATOR);
        } catch (BindException failure) {
            ExpectedValue expected = ExpectedValue.of(PolicyFields.type(field), text);
            throw invalid(policy, field, text, expected.reason(), expected.action());
        }
    }

    private static InvalidPropertyException invalid(
            String policy, String field, String text, String reason, String remedy) {
        return new InvalidPropertyException(
                FieldName.ofPolicy(policy, field).toString(), text, ACTUATOR, reason, remedy);
    }
}
