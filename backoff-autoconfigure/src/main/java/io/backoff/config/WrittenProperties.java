package io.backoff.config;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The properties under {@code backoff}, with their origins, from all sources: files, environment variables, system
 * properties and others.
 */
public final class WrittenProperties {

    public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("backoff");

    private final List<ConfigurationPropertySource> sources;

    /** The properties of all sources of an environment. */
    public WrittenProperties(Environment environment) {
        this(StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false));
    }

    /** The properties of a single source. */
    public WrittenProperties(PropertySource<?> source) {
        this(Stream.ofNullable(ConfigurationPropertySource.from(source)));
    }

    private WrittenProperties(Stream<ConfigurationPropertySource> all) {
        // Most sources have no keys below the root. Leaving them out saves time, because the binder asks each source
        // for every key.
        this.sources = all.filter(source -> source.containsDescendantOf(ROOT) != ConfigurationPropertyState.ABSENT)
                .toList();
    }

    /** The sources, in order of precedence. Some sources cannot list the names of their properties. */
    public List<ConfigurationPropertySource> sources() {
        return sources;
    }

    /** Returns the names of the library's properties in a source; none if the source cannot list its properties. */
    public static Stream<ConfigurationPropertyName> names(ConfigurationPropertySource source) {
        return source instanceof IterableConfigurationPropertySource iterable
                ? iterable.stream().filter(ROOT::isAncestorOf)
                : Stream.empty();
    }

    /** The sources other than environment variables, which may belong to other programs. */
    public Stream<ConfigurationPropertySource> sourcesOutsideVariables() {
        return sources.stream()
                .filter(source -> !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource));
    }

    /** Returns the exact names of the policies or budgets that are set in sources other than environment variables. */
    public Set<String> entriesOutsideVariables(SettingsGroup group) {
        return sourcesOutsideVariables()
                .flatMap(WrittenProperties::names)
                .filter(group.root()::isAncestorOf)
                .map(name -> name.getElement(2, Form.ORIGINAL))
                .collect(Collectors.toSet());
    }

    /** Returns the effective properties below a name, of all sources that can list their names. */
    public Stream<ConfigurationProperty> below(ConfigurationPropertyName name) {
        return sources.stream()
                .flatMap(WrittenProperties::names)
                .filter(name::isAncestorOf)
                .distinct()
                .flatMap(found -> at(found).limit(1));
    }

    /** Returns the properties of a name, one for each source that sets it, in order of precedence. */
    public Stream<ConfigurationProperty> at(ConfigurationPropertyName name) {
        return sources.stream()
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull);
    }

    /**
     * Returns the effective property of a name and, for a map or a list, those of its entries. Properties without a value
     * are left out.
     *
     * @param entries true for a map or a list, whose entries have names below this name; false for a single value.
     *     Names below a single value, such as {@code BACKOFF_KAFKA_LISTENER_PORT}, belong to other programs, and are
     *     ignored
     */
    public Stream<ConfigurationProperty> at(ConfigurationPropertyName name, boolean entries) {
        Stream<ConfigurationProperty> below = entries ? below(name) : Stream.empty();
        return Stream.concat(at(name).limit(1), below).filter(property -> !isBlank(property));
    }

    /** Whether the property has no value. Spring Boot reads an empty map in YAML as an empty string. */
    public static boolean isBlank(ConfigurationProperty property) {
        return String.valueOf(property.getValue()).isBlank();
    }

    /**
     * Whether the predicate holds for all sources.
     *
     * @param below receives, for each source, whether the source has names below the given name
     */
    public boolean everywhere(ConfigurationPropertyName name, Predicate<ConfigurationPropertyState> below) {
        return sources.stream().map(source -> source.containsDescendantOf(name)).allMatch(below);
    }

    /**
     * Returns the origin of a field of a policy or a budget: {@code application.yml:12:17} for a file on the class
     * path, such as in the application's jar; {@code ./config/application.yml:12:17} or {@code
     * /etc/shop/application.yml:12:17} for a file outside the class path; or the name of the property source.
     */
    public String origin(SettingsGroup group, String name, String field) {
        // If the field is a list, a source may contain only its elements.
        return origin(spellings(group.prefix(), name, "." + field)
                .flatMap(spelling -> Stream.of(spelling, spelling + "[0]")));
    }

    /**
     * Returns the origin of a property outside policies and budgets. A list entry may be set alone or together with the
     * whole list.
     */
    public String origin(String property) {
        return origin(Stream.of(property, property.replaceFirst("\\[\\d+]$", "")));
    }

    /** Returns the origin of a map entry. */
    public String originOfKey(String map, String key) {
        return origin(spellings(map, key, ""));
    }

    // The key of a map may contain dots, and may be in brackets.
    private static Stream<String> spellings(String map, String key, String rest) {
        return Stream.of(map + "[" + key + "]" + rest, map + "." + key + rest);
    }

    // Searches source by source, because the first source that sets the property in any spelling wins.
    private String origin(Stream<String> spellings) {
        List<ConfigurationPropertyName> names = spellings
                .map(spelling -> ConfigurationPropertyName.adapt(spelling, '.'))
                .toList();
        return sources.stream()
                .flatMap(source -> names.stream().map(source::getConfigurationProperty))
                .filter(Objects::nonNull)
                .findFirst()
                .map(found -> PropertyOrigins.describe(found.getOrigin()))
                .orElse(PropertyOrigins.UNKNOWN);
    }
}
