package io.backoff.config.policy;

import io.backoff.classify.FailureGroup;
import io.backoff.config.FailureName;
import io.backoff.config.JitterKind;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Preset;
import io.backoff.config.RecordProperties;
import io.backoff.config.Setting;
import io.backoff.config.Strategy;
import io.backoff.delay.Cap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** The built-in settings: the default policy and the presets, in configuration format. */
public final class BuiltInPolicies {

    private static final Set<String> SERIALIZATION_FAILURE_AND_DEADLOCK = Set.of("40001", "40P01");
    private static final String RETRY_ON = ".retry-on";
    private static final String ORIGIN_OF_PRESET = "preset ";
    static final String THROTTLED_DELAY = "throttled-delay";
    private static final Map<String, Object> DEFAULTS = defaultValues();

    // Read on first use: most applications need no preset.
    private @Nullable Binder presets;

    /** The fields of a policy without any configuration, in the order of the documentation. */
    public static Map<String, Setting> defaults() {
        Map<String, Setting> defaults = new LinkedHashMap<>();
        DEFAULTS.forEach((field, value) -> defaults.put(field, new Setting(value, Setting.DEFAULT)));
        return defaults;
    }

    // In code, because binding these values from a file takes 10 ms.
    private static Map<String, Object> defaultValues() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("enabled", true);
        putGrowth(values);
        putBoundsAndJitter(values);
        putLimits(values);
        putRules(values);
        return values;
    }

    private static void putGrowth(Map<String, Object> values) {
        values.put("strategy", Strategy.EXPONENTIAL);
        values.put("delay", Duration.ofMillis(200));
        values.put("multiplier", 2.0);
        values.put("increment", Duration.ofMillis(200));
        values.put("exponent", 2.0);
        values.put("ceiling", 10);
        values.put("delays", List.of());
    }

    private static void putBoundsAndJitter(Map<String, Object> values) {
        values.put("max-delay", Duration.ofSeconds(10));
        values.put("cap", Cap.WINDOW);
        values.put("jitter", JitterKind.FULL);
        values.put("jitter-factor", 0.5);
        values.put("jitter-amount", Duration.ofSeconds(1));
        values.put("granularity", Duration.ZERO);
    }

    private static void putLimits(Map<String, Object> values) {
        values.put("wait-first", false);
        values.put("max-attempts", 3);
        values.put("max-elapsed", Duration.ofSeconds(30));
        values.put("attempt-timeout", Duration.ZERO);
    }

    private static void putRules(Map<String, Object> values) {
        values.put("retry-after-first-element", false);
        values.put("retry-on", List.of(new FailureName.OfType(Exception.class)));
        values.put("abort-on", List.of(new FailureName.OfGroup(FailureGroup.PERMANENT)));
        values.put("retry-on-status", List.of("408", "425", "429", "500", "502", "503", "504"));
        values.put("retry-on-grpc-status", List.of("UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"));
        values.put(THROTTLED_DELAY, Duration.ofSeconds(1));
        values.put("retry-after-spread", 0.5);
        values.put("retry-on-result", "");
        values.put("honor-retry-after", true);
    }

    /** Whether a value of this origin is a default or a preset's, and not written by the application. */
    static boolean isOrigin(String origin) {
        return origin.equals(Setting.DEFAULT) || origin.startsWith(ORIGIN_OF_PRESET);
    }

    /** Every delay and stop field of the preset, and the failure rules that it sets. */
    public Map<String, Setting> of(Preset preset) {
        if (presets == null) {
            presets = binder("presets.properties");
        }
        String origin = ORIGIN_OF_PRESET + preset.key();
        Map<String, Setting> settings = settings(presets, "neutral", origin);
        settings.putAll(settings(presets, preset.key(), origin));
        return settings;
    }

    /** The fields of a policy that sets only a preset. */
    public static Map<String, Setting> onlyPreset(String preset) {
        return Map.of(
                "preset",
                new Setting(Preset.valueOf(preset.replace('-', '_').toUpperCase(Locale.ROOT)), Setting.DEFAULT));
    }

    /** The SQL states that a preset retries, whatever exception carries them. */
    static Set<String> sqlStates(String origin) {
        return origin.equals(ORIGIN_OF_PRESET + Preset.OPTIMISTIC_LOCK.key())
                ? SERIALIZATION_FAILURE_AND_DEADLOCK
                : Set.of();
    }

    private static Map<String, Setting> settings(Binder binder, String name, String origin) {
        return RecordProperties.settings(
                binder.bind(name, PolicyProperties.class).get(), origin);
    }

    private static Binder binder(String file) {
        Properties properties = load(file);
        properties.replaceAll(
                (key, value) -> key.toString().endsWith(RETRY_ON) ? presentNames(value.toString()) : value);
        return new Binder(new MapConfigurationPropertySource(properties));
    }

    // Presets name exceptions of optional libraries, and groups.
    private static String presentNames(String names) {
        return StringUtils.commaDelimitedListToSet(names).stream()
                .filter(name -> FailureGroup.TRANSIENT.key().equals(name)
                        || ClassUtils.isPresent(name, BuiltInPolicies.class.getClassLoader()))
                .reduce((a, b) -> a + "," + b)
                .orElse("");
    }

    private static Properties load(String name) {
        try {
            return PropertiesLoaderUtils.loadProperties(new ClassPathResource(name, BuiltInPolicies.class));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
