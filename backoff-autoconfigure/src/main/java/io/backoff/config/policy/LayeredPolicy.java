package io.backoff.config.policy;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.JitterKind;
import io.backoff.config.PolicyProperties;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.Strategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One policy with all of its layers.
 *
 * @param name its name
 * @param layers its own settings, those of its preset, if any, then the layers of the policy it inherits from; the
 *     built-in ones last
 * @param effective the layers in one, the first one that sets a field wins
 */
record LayeredPolicy(String name, List<Settings<PolicyProperties>> layers, Settings<PolicyProperties> effective) {

    static final String EXTENDS = "extends";
    private static final String PRESET = "preset";

    /** Reads a field that has a default. */
    @FunctionalInterface
    interface Field<T> {

        @Nullable
        T of(PolicyProperties properties);
    }

    LayeredPolicy(String name, List<Settings<PolicyProperties>> layers) {
        this(name, layers, merge(layers.get(0), layers.subList(1, layers.size())));
    }

    private static Settings<PolicyProperties> merge(
            Settings<PolicyProperties> own, List<Settings<PolicyProperties>> inherited) {
        // These two describe how the others were built, and are not inherited.
        return own.or(inherited.stream()
                .reduce(Settings.none(PolicyProperties.class), Settings::or)
                .without(EXTENDS, PRESET));
    }

    Settings<PolicyProperties> own() {
        return layers.get(0);
    }

    boolean writes(String field) {
        return own().sets(field);
    }

    /** How far away a field is written: 0 in the policy itself, more in what it inherits. */
    int distance(String field) {
        int distance = 0;
        while (!layers.get(distance).sets(field)) {
            distance++;
        }
        return distance;
    }

    /** The effective value of a field that has a default. */
    <T> T get(Field<T> field) {
        T value = field.of(effective.properties());
        if (value == null) {
            throw new IllegalStateException("A field without a default is not set");
        }
        return value;
    }

    /** A field that has a default, by its name. */
    Setting setting(String field) {
        Setting setting = effective.get(field);
        if (setting == null) {
            throw new IllegalStateException("No default for " + field);
        }
        return setting;
    }

    Strategy strategy() {
        return get(PolicyProperties::strategy);
    }

    JitterKind jitter() {
        return get(PolicyProperties::jitter);
    }

    /** An exception about a field, with the origin of its value. */
    InvalidPropertyException invalid(String field, String reason, String remedy) {
        Setting setting = setting(field);
        return new InvalidPropertyException(
                SettingsGroup.POLICIES.property(name, field),
                PropertyFormat.forPeople(setting.value()),
                setting.origin(),
                reason,
                remedy);
    }
}
