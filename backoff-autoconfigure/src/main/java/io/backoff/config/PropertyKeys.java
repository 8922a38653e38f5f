package io.backoff.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.ClassUtils;

/**
 * The keys under {@code backoff}, derived from the records of properties. Any spelling of a key is known, because
 * names that the binder cannot distinguish are equal.
 */
public final class PropertyKeys {

    /**
     * The directory of the lists in which modules name their records of properties. Each module has a list in a file
     * with the module's name, so that a shaded jar contains all lists. The keys of a feature are known even if the
     * feature's library is absent.
     */
    public static final String FILES = "META-INF/backoff/properties/";

    /** The records that contain the properties of features, each by the prefix of its properties. */
    public static final Map<ConfigurationPropertyName, Class<? extends Record>> FEATURES = features();

    /** Stands for the names that the application chooses, as in {@code backoff.policies[*].delay}. */
    private static final String ANY = "[*]";

    /**
     * The types of the keys, and of the names that have keys below them, in documentation order. A name that belongs to
     * no record, such as {@code backoff.http}, has the type {@link ResolvableType#NONE}.
     */
    private static final Map<ConfigurationPropertyName, ResolvableType> TYPES = types();

    private static final Map<ConfigurationPropertyName, Set<String>> BELOW = TYPES.keySet().stream()
            .collect(Collectors.groupingBy(
                    ConfigurationPropertyName::getParent,
                    Collectors.mapping(
                            name -> name.getLastElement(Form.DASHED), Collectors.toCollection(LinkedHashSet::new))));

    private PropertyKeys() {}

    /** The records of all properties, by the prefix of their keys. */
    public static Map<ConfigurationPropertyName, Class<? extends Record>> records() {
        Map<ConfigurationPropertyName, Class<? extends Record>> all = new LinkedHashMap<>();
        all.put(WrittenProperties.ROOT, BackoffProperties.class);
        all.putAll(FEATURES);
        return all;
    }

    private static Map<ConfigurationPropertyName, Class<? extends Record>> features() {
        Map<ConfigurationPropertyName, Class<? extends Record>> features = new LinkedHashMap<>();
        ClassLoader loader = PropertyKeys.class.getClassLoader();
        Stream.concat(
                        Stream.of("backoff-autoconfigure"),
                        Stream.of(FeatureModule.values()).map(FeatureModule::artifact))
                .flatMap(artifact -> names(new ClassPathResource(FILES + artifact, loader)))
                .map(name -> ClassUtils.resolveClassName(name, loader).<Record>asSubclass(Record.class))
                .forEach(type -> features.put(
                        ConfigurationPropertyName.of(MergedAnnotations.from(type)
                                .get(ConfigurationProperties.class)
                                .getString("prefix")),
                        type));
        return features;
    }

    private static Stream<String> names(ClassPathResource file) {
        try {
            return file.exists()
                    ? file.getContentAsString(StandardCharsets.UTF_8).lines()
                    : Stream.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<ConfigurationPropertyName, ResolvableType> types() {
        Map<ConfigurationPropertyName, ResolvableType> types = new LinkedHashMap<>();
        records().forEach((prefix, record) -> {
            for (int i = 1; i < prefix.getNumberOfElements(); i++) {
                types.putIfAbsent(prefix.chop(i), ResolvableType.NONE);
            }
            add(types, prefix, ResolvableType.forClass(record));
        });
        return types;
    }

    private static void add(
            Map<ConfigurationPropertyName, ResolvableType> types, ConfigurationPropertyName name, ResolvableType type) {
        types.put(name, type);
        PropertyField.of(type.toClass()).forEach(field -> add(types, name.append(field.name()), field.type()));
        if (Map.class.isAssignableFrom(type.toClass())) {
            add(types, name.append(ANY), type.asMap().getGeneric(1));
        }
    }

    private static Class<?> type(ConfigurationPropertyName name) {
        return TYPES.getOrDefault(name, ResolvableType.NONE).toClass();
    }

    /** Whether the application chooses the names of the keys below this name. */
    public static boolean isMap(ConfigurationPropertyName name) {
        return Map.class.isAssignableFrom(type(name));
    }

    public static boolean isList(ConfigurationPropertyName name) {
        return Collection.class.isAssignableFrom(type(name));
    }

    /**
     * Whether the name is a map of plain values. In that case, the remainder of a longer name is one map key, even if it
     * contains dots.
     */
    private static boolean isMapOfValues(ConfigurationPropertyName name) {
        return isMap(name) && below(name.append(ANY)).isEmpty();
    }

    /** Returns the keys directly below a name, in documentation order; empty for a key that takes a value. */
    public static Set<String> below(ConfigurationPropertyName name) {
        return BELOW.getOrDefault(name, Set.of());
    }

    /** The names that are only parents of keys, such as {@code backoff.http}. */
    public static Stream<ConfigurationPropertyName> groups() {
        return TYPES.keySet().stream().filter(name -> TYPES.get(name) == ResolvableType.NONE);
    }

    /** The keys that take a value or are maps. */
    public static Stream<ConfigurationPropertyName> leaves() {
        return TYPES.keySet().stream()
                .filter(name -> !name.toString().contains(ANY))
                .filter(name -> isMap(name) || below(name).isEmpty());
    }

    /**
     * The first unknown part of a name.
     *
     * @param parent the valid name before that part, for example {@code backoff.policies.payments}
     * @param part the unknown part, for example {@code max-atempts}
     * @param siblings the keys that would be valid instead of it; empty below a key that takes a value
     */
    public record Unknown(String parent, String part, Set<String> siblings) {}

    /** Returns the first unknown part of a name; empty if the name is known. List entries count as known. */
    public static Optional<Unknown> leave(ConfigurationPropertyName name) {
        ConfigurationPropertyName known = known(name);
        int size = known.getNumberOfElements();
        boolean inside = size == name.getNumberOfElements()
                || isMapOfValues(known)
                || isList(known) && name.isLastElementIndexed();
        return inside
                ? Optional.empty()
                : Optional.of(
                        new Unknown(name.chop(size).toString(), name.getElement(size, Form.ORIGINAL), below(known)));
    }

    /** Whether the name is a key that cannot be empty, because it takes a single value other than text. */
    public static boolean needsValue(ConfigurationPropertyName name) {
        ConfigurationPropertyName known = known(name);
        return known.getNumberOfElements() == name.getNumberOfElements()
                && below(known).isEmpty()
                && !isList(known)
                && type(known) != String.class;
    }

    /**
     * Returns the longest known beginning of a name, with {@link #ANY} in place of the names that the application
     * chooses.
     */
    private static ConfigurationPropertyName known(ConfigurationPropertyName name) {
        ConfigurationPropertyName known = WrittenProperties.ROOT;
        while (known.getNumberOfElements() < name.getNumberOfElements() && !isMapOfValues(known)) {
            ConfigurationPropertyName next = isMap(known)
                    ? known.append(ANY)
                    : known.append(name.subName(known.getNumberOfElements()).chop(1));
            if (!TYPES.containsKey(next)) {
                return known;
            }
            known = next;
        }
        return known;
    }
}
