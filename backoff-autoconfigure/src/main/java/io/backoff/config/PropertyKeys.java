package io.backoff.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.ClassUtils;

/** A node in the tree of keys under {@code backoff}, which is derived from the properties records. */
public final class PropertyKeys {

    /**
     * The directory with the lists of properties records. Each module has a list in a file with the module's name, so
     * that a shaded jar contains all lists. The keys of a feature are known even if the feature's library is absent.
     */
    public static final String FILES = "META-INF/backoff/properties/";

    /** The properties records of the features, by the prefix of their keys. */
    public static final Map<ConfigurationPropertyName, Class<? extends Record>> FEATURES = features();

    public static final PropertyKeys ROOT = tree();

    private final ConfigurationPropertyName name;
    private ResolvableType type = ResolvableType.NONE;
    private @Nullable String remedy;
    private final Map<String, PropertyKeys> keys = new LinkedHashMap<>();
    /** The node for the entries of a map, whose keys the application chooses. */
    private @Nullable PropertyKeys entry;

    private PropertyKeys(ConfigurationPropertyName name) {
        this.name = name;
    }

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

    private static PropertyKeys tree() {
        PropertyKeys root = new PropertyKeys(WrittenProperties.ROOT);
        records().forEach((prefix, type) -> root.below(prefix).bind(ResolvableType.forClass(type)));
        return root;
    }

    private PropertyKeys below(ConfigurationPropertyName prefix) {
        return prefix.equals(name) ? this : below(prefix.getParent()).child(prefix.getLastElement(Form.DASHED));
    }

    private PropertyKeys child(String key) {
        return keys.computeIfAbsent(key, each -> new PropertyKeys(name.append(each)));
    }

    private void bind(ResolvableType bound) {
        type = bound;
        for (PropertyField field : PropertyField.of(bound.toClass())) {
            PropertyKeys child = child(field.name());
            child.remedy = field.remedy();
            child.bind(field.type());
        }
        if (Map.class.isAssignableFrom(bound.toClass())) {
            entry = new PropertyKeys(name);
            entry.bind(bound.asMap().getGeneric(1));
        }
    }

    /** The name of the node, for example {@code backoff.http.client}; for a map entry, the name of the map. */
    public ConfigurationPropertyName name() {
        return name;
    }

    /** The child keys in documentation order; empty for a key that takes a value, and for a map. */
    public Map<String, PropertyKeys> keys() {
        return keys;
    }

    /** Whether the application chooses the names of the child keys. */
    public boolean isMap() {
        return entry != null;
    }

    public boolean isList() {
        return Collection.class.isAssignableFrom(type.toClass());
    }

    /** Whether the key takes a single value other than text, so that it cannot be empty. */
    private boolean needsValue() {
        return keys.isEmpty() && !isMap() && !isList() && type.toClass() != String.class;
    }

    /**
     * Whether this node is a map of plain values. In that case, the remainder of a name is one map key, even if it
     * contains dots.
     */
    private boolean isMapOfValues() {
        return entry != null && !entry.isMap() && entry.keys.isEmpty();
    }

    /** The names that are only parents of keys, such as {@code backoff.http}. */
    public static Stream<ConfigurationPropertyName> groups() {
        return ROOT.nodes().filter(each -> each.type == ResolvableType.NONE).map(PropertyKeys::name);
    }

    private Stream<PropertyKeys> nodes() {
        return Stream.concat(Stream.of(this), keys.values().stream().flatMap(PropertyKeys::nodes));
    }

    /** Returns this node if it takes a value or is a map; otherwise, the leaves below it. */
    public Stream<PropertyKeys> leaves() {
        return keys.isEmpty() ? Stream.of(this) : keys.values().stream().flatMap(PropertyKeys::leaves);
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
        List<PropertyKeys> path = path(name);
        PropertyKeys last = path.get(path.size() - 1);
        boolean inside = path.size() == name.getNumberOfElements()
                || last.isMapOfValues()
                || last.isList() && name.isLastElementIndexed();
        return inside
                ? Optional.empty()
                : Optional.of(new Unknown(
                        name.chop(path.size()).toString(),
                        name.getElement(path.size(), Form.ORIGINAL),
                        last.keys.keySet()));
    }

    /** Whether the name is a key that cannot be empty, because it takes a single value other than text. */
    public static boolean needsValue(ConfigurationPropertyName name) {
        List<PropertyKeys> path = path(name);
        return path.size() == name.getNumberOfElements()
                && path.get(path.size() - 1).needsValue();
    }

    /**
     * Returns the remedy for values that cannot be converted to the type of a key or of its entries; {@code null} if
     * the usual remedy for that type suffices.
     */
    public static @Nullable String remedy(ConfigurationPropertyName name) {
        List<PropertyKeys> path = path(name);
        return path.get(path.size() - 1).remedy;
    }

    /** Returns the nodes on the path to a name, beginning with the root. */
    private static List<PropertyKeys> path(ConfigurationPropertyName name) {
        List<PropertyKeys> path = new ArrayList<>();
        PropertyKeys next = ROOT;
        while (next != null) {
            path.add(next);
            boolean ends = path.size() == name.getNumberOfElements() || next.isMapOfValues();
            next = ends ? null : next.next(name.getElement(path.size(), Form.UNIFORM));
        }
        return path;
    }

    // Any spelling is accepted, because the binder ignores case, dashes and underscores.
    private @Nullable PropertyKeys next(String part) {
        return entry != null
                ? entry
                : keys.values().stream()
                        .filter(each -> each.name.getLastElement(Form.UNIFORM).equals(part))
                        .findFirst()
                        .orElse(null);
    }
}
