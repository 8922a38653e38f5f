package io.backoff.config.policy;

import io.backoff.classify.FailureGroup;
import io.backoff.config.FailureName;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Preset;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** The built-in settings: the default policy and the presets. */
public final class BuiltInPolicies {

    static final String THROTTLED_DELAY = "throttled-delay";

    /** The settings of a policy without configuration. They are in code, because reading a file takes 10 ms. */
    public static final Settings<PolicyProperties> DEFAULTS =
            Settings.of(PolicyProperties.class, PolicyProperties.BUILT_IN, field -> Setting.DEFAULT);

    private static final Set<String> SERIALIZATION_FAILURE_AND_DEADLOCK = Set.of("40001", "40P01");
    private static final String RETRY_ON = ".retry-on";
    private static final String ORIGIN_OF_PRESET = "preset ";

    private BuiltInPolicies() {}

    /** Whether a value of this origin comes from a default or a preset, and not from the application. */
    static boolean isOrigin(String origin) {
        return origin.equals(Setting.DEFAULT) || origin.startsWith(ORIGIN_OF_PRESET);
    }

    /** Returns every delay and limit of the preset, and the failure rules that it sets. */
    public static Settings<PolicyProperties> of(Preset preset) {
        return Presets.READ.computeIfAbsent(preset, Presets::read);
    }

    /** Returns the settings of a policy that sets only a preset. */
    public static Settings<PolicyProperties> onlyPreset(String preset) {
        Preset value = Preset.valueOf(preset.replace('-', '_').toUpperCase(Locale.ROOT));
        return Settings.none(PolicyProperties.class).with("preset", new Setting(value, Setting.DEFAULT));
    }

    /** The SQL states that a preset retries, regardless of the class of the exception. */
    static Set<String> sqlStates(String origin) {
        return origin.equals(ORIGIN_OF_PRESET + Preset.OPTIMISTIC_LOCK.key())
                ? SERIALIZATION_FAILURE_AND_DEADLOCK
                : Set.of();
    }

    /** The file of the presets. It is read on first use, because most applications need no preset. */
    private static final class Presets {

        static final Map<Preset, Settings<PolicyProperties>> READ = new ConcurrentHashMap<>();

        private static final Binder BINDER = new Binder(new MapConfigurationPropertySource(load()));

        private static Settings<PolicyProperties> read(Preset preset) {
            String origin = ORIGIN_OF_PRESET + preset.key();
            return FailureName.read(
                    BuiltInPolicies.class.getClassLoader(),
                    () -> settings(preset.key(), origin).or(settings("neutral", origin)));
        }

        private static Settings<PolicyProperties> settings(String name, String origin) {
            PolicyProperties properties =
                    BINDER.bind(name, PolicyProperties.class).get();
            return Settings.of(PolicyProperties.class, properties, field -> origin);
        }

        private static Properties load() {
            try {
                Properties properties = PropertiesLoaderUtils.loadProperties(
                        new ClassPathResource("presets.properties", BuiltInPolicies.class));
                properties.replaceAll(
                        (key, value) -> key.toString().endsWith(RETRY_ON) ? presentNames(value.toString()) : value);
                return properties;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        // A preset lists groups and exception classes. Some of these classes belong to optional libraries, so they may
        // be
        // absent.
        private static String presentNames(String names) {
            return StringUtils.commaDelimitedListToSet(names).stream()
                    .filter(name -> FailureGroup.TRANSIENT.key().equals(name)
                            || ClassUtils.isPresent(name, BuiltInPolicies.class.getClassLoader()))
                    .collect(Collectors.joining(","));
        }
    }
}
