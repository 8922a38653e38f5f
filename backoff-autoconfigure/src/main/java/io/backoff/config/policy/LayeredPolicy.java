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
 * One policy with all layers of its settings.
 *
 * @param name its name
 * @param layers its own settings, those of its preset, if any, then the layers of the policy that it extends; the
 *     built-in ones last
 * @param effective the merged layers, in which the first layer that sets a field wins
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
        // These two determine the layers, and are not inherited.
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

    /** Returns the distance of a field from the call: 0 if the policy itself sets it, more if it is inherited. */
    int distance(String field) {
        int distance = 0;
        while (!layers.get(distance).sets(field)) {
            distance++;
        }
        return distance;
    }

    /** Returns the effective value of a field that has a default. */
    <T> T get(Field<T> field) {
        T value = field.of(effective.properties());
        if (value == null) {
            throw new IllegalStateException("A field without a default is not set");
        }
        return value;
    }

    /** Returns a field that has a default, by name. */
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

    /** Creates an exception about a field, with the origin of its value. */
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
