package io.backoff.config.change;

import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.PolicySnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effect that a change of settings would have.
 *
 * @param from the current state
 * @param to the state after the change
 * @param values the fields to change, by name
 */
public record SettingPreview(PolicySnapshot from, PolicySnapshot to, Map<String, Value> values) {

    /**
     * The value of a field, in configuration format.
     *
     * @param from the current value; {@code null} if there is none
     * @param to the value after the change; {@code null} if there is none
     */
    public record Value(@Nullable String from, @Nullable String to) {}

    static SettingPreview of(
            PolicySnapshot from, PolicySnapshot to, SettingsGroup group, String name, Set<String> fields) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (String field : fields) {
            values.put(
                    field,
                    new Value(
                            SettingDifference.text(from.settings(group, name).get(field)),
                            SettingDifference.text(to.settings(group, name).get(field))));
        }
        return new SettingPreview(from, to, values);
    }
}
