package io.backoff.config;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/**
 * A record and the prefix of the keys that are bound to it. The records of features are listed by name in
 * {@code META-INF/spring/io.backoff.config.BackoffProperties.imports}: the keys of a feature are known even where
 * the library that it needs is absent.
 *
 * @param prefix for example {@code backoff.http.server}
 * @param type the record
 */
public record PropertyRecord(ConfigurationPropertyName prefix, Class<? extends Record> type) {

    /** What belongs to no feature. */
    public static final PropertyRecord CORE = of(BackoffProperties.class);

    /** One per feature. */
    public static final List<PropertyRecord> FEATURES = features();

    public static Stream<PropertyRecord> all() {
        return Stream.concat(Stream.of(CORE), FEATURES.stream());
    }

    /** Names that are bound to no record and lead to those of features, such as {@code backoff.http}. */
    public static Stream<ConfigurationPropertyName> groups() {
        return FEATURES.stream()
                .map(feature -> feature.prefix.getParent())
                .distinct()
                .filter(name -> all().noneMatch(each -> each.prefix.equals(name)));
    }

    /** Whether a name below the prefix is for this record, and neither for one further below nor on the way to that. */
    public boolean owns(ConfigurationPropertyName name) {
        return !prefix.isAncestorOf(name)
                || FEATURES.stream()
                        .map(PropertyRecord::prefix)
                        .filter(prefix::isAncestorOf)
                        .noneMatch(other -> other.equals(name) || other.isAncestorOf(name) || name.isAncestorOf(other));
    }

    private static List<PropertyRecord> features() {
        ClassLoader loader = PropertyRecord.class.getClassLoader();
        return ImportCandidates.load(BackoffProperties.class, loader).getCandidates().stream()
                .map(name -> of(ClassUtils.resolveClassName(name, loader).asSubclass(Record.class)))
                .toList();
    }

    private static PropertyRecord of(Class<? extends Record> type) {
        String prefix =
                MergedAnnotations.from(type).get(ConfigurationProperties.class).getString("prefix");
        return new PropertyRecord(ConfigurationPropertyName.of(prefix), type);
    }
}
