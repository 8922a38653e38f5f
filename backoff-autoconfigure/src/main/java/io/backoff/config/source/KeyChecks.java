package io.backoff.config.source;

import io.backoff.config.FeatureModule;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyKeys;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.RejectionReason;
import io.backoff.config.SettingsGroup;
import io.backoff.config.WrittenProperties;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Checks all keys under {@code backoff}, including the keys of absent features. */
final class KeyChecks {

    /** Finds the part of a key that contains a character which Spring Boot drops unless the part is in brackets. */
    private static final Pattern UNBRACKETED = Pattern.compile(
            "^backoff\\.(?:[A-Za-z0-9_.-]*\\.)?([^.\\[\\]]*[^A-Za-z0-9_.\\[\\]-][^.\\[\\]]*)(?=[.\\[]|$)");

    private final Environment environment;
    private final WrittenProperties written;

    KeyChecks(Environment environment, WrittenProperties written) {
        this.environment = environment;
        this.written = written;
    }

    /**
     * Rejects placeholders in keys, as in <code>backoff.policies.${name}.delay</code>, and keys of missing modules.
     * Placeholders are only resolved in values, so a key with a placeholder would configure a policy with a wrong name.
     * Also rejects names with characters that Spring Boot would leave out, as in {@code backoff.policies.größe.delay}.
     * Finally, rejects values that belong to no field of a policy or a budget, as in
     * {@code backoff.policies.payments=5}, and names of policies or budgets that Spring Boot takes for another one.
     *
     * @throws InvalidPropertyException for the first rejected key
     */
    void names() {
        if (environment instanceof ConfigurableEnvironment configurable) {
            EntryNames entries = new EntryNames();
            for (PropertySource<?> candidate : configurable.getPropertySources()) {
                if (candidate instanceof EnumerablePropertySource<?> source) {
                    entries.startSource();
                    for (String name : source.getPropertyNames()) {
                        placeholder(source, name);
                        if (!(source instanceof SystemEnvironmentPropertySource)) {
                            unbracketed(source, name);
                            entries.rejection(name).ifPresent(rejection -> {
                                throw invalid(source, name, rejection.reason(), rejection.remedy());
                            });
                        }
                    }
                }
            }
        }
        FeatureModule.check(written);
        entries();
    }

    private static void placeholder(EnumerablePropertySource<?> source, String name) {
        if (name.contains("${") && name.toLowerCase(Locale.ROOT).matches("backoff[._\\[].*")) {
            throw invalid(
                    source,
                    name,
                    "a key cannot contain a placeholder",
                    "Write the name itself instead of the placeholder.");
        }
    }

    private static void unbracketed(EnumerablePropertySource<?> source, String name) {
        Matcher found = UNBRACKETED.matcher(name);
        if (found.find()) {
            String entry = found.group(1);
            throw invalid(
                    source,
                    name,
                    "Spring Boot would read the name '" + entry + "' as '" + entry.replaceAll("[^A-Za-z0-9_-]", "")
                            + "'",
                    "Write '" + name.substring(0, found.start(1) - 1) + "[" + entry + "]"
                            + name.substring(found.end(1)) + "', in YAML \"[" + entry
                            + "]\": without brackets, only ASCII letters, digits, dashes and underscores are kept.");
        }
    }

    private static InvalidPropertyException invalid(
            EnumerablePropertySource<?> source, String name, String reason, String remedy) {
        return new InvalidPropertyException(
                name, String.valueOf(source.getProperty(name)), PropertyOrigins.describe(source, name), reason, remedy);
    }

    /**
     * Validates the values of all features, present and absent. Rejects unknown keys, forbidden empty values, and
     * values for names that are only parents of keys, such as {@code backoff.http}.
     *
     * @throws org.springframework.boot.context.properties.bind.BindException if a value cannot be converted
     * @throws InvalidPropertyException for any other invalid property
     */
    void values(Binder binder) {
        PropertyKeys.groups()
                .filter(group -> written.everywhere(group, state -> state != ConfigurationPropertyState.PRESENT))
                .flatMap(written::at)
                .filter(property -> !WrittenProperties.isBlank(property))
                .forEach(property -> {
                    throw new InvalidPropertyException(
                            property,
                            RejectionReason.keysBelow(property.getName().toString()));
                });
        PropertyKeys.FEATURES.forEach((prefix, type) -> {
            if (written.at(prefix).findFirst().isPresent()
                    || !written.everywhere(prefix, state -> state == ConfigurationPropertyState.ABSENT)) {
                binder.bindOrCreate(prefix.toString(), type);
            }
        });
        unknown();
    }

    // Checks all sources except environment variables and system properties, which SystemKeys checks.
    private void unknown() {
        UnboundElementsSourceFilter others = new UnboundElementsSourceFilter();
        Set<ConfigurationProperty> unknown = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : written.sources()) {
            if (others.apply(source)) {
                WrittenProperties.names(source)
                        .flatMap(name -> written.at(name).limit(1))
                        .filter(property ->
                                PropertyKeys.leave(property.getName()).isPresent() || isEmpty(property))
                        .forEach(unknown::add);
            }
        }
        if (!unknown.isEmpty()) {
            throw UnknownKeys.rejected(unknown);
        }
    }

    private boolean isEmpty(ConfigurationProperty property) {
        return PropertyKeys.needsValue(property.getName())
                && environment
                        .resolvePlaceholders(String.valueOf(property.getValue()))
                        .isBlank();
    }

    // Rejects a value under the mere name of a policy or budget, such as backoff.policies.payments=5. The binder would
    // ignore it if the policy or budget also has properties.
    private void entries() {
        for (SettingsGroup group : SettingsGroup.values()) {
            written.sourcesOutsideVariables()
                    .flatMap(source -> WrittenProperties.names(source)
                            .filter(group.root()::isParentOf)
                            .map(source::getConfigurationProperty))
                    .filter(property -> property != null && !WrittenProperties.isBlank(property))
                    .forEach(property -> {
                        throw new InvalidPropertyException(
                                property,
                                new RejectionReason(
                                        "it takes no value itself, only properties below it",
                                        "Remove the value, or set a property, as in '" + property.getName() + "."
                                                + group.fields().get(0) + "'."));
                    });
        }
    }
}
