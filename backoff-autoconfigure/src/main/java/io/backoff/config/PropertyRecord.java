package io.backoff.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.ClassUtils;

/**
 * A properties record with the prefix of its keys. The records of features are listed in {@code
 * META-INF/backoff/properties/<artifact>}, so that the keys of a feature are known even if its library is absent.
 *
 * @param prefix the prefix, for example {@code backoff.http.server}
 * @param type the record
 */
public record PropertyRecord(ConfigurationPropertyName prefix, Class<? extends Record> type) {

    /** The directory of the lists. Each module has its own file, so that a shaded jar contains all of them. */
    public static final String FILES = "META-INF/backoff/properties/";

    /** The record of properties that belong to no feature. */
    public static final PropertyRecord CORE = of(BackoffProperties.class);

    /** The records of the features. */
    public static final List<PropertyRecord> FEATURES = features();

    public static Stream<PropertyRecord> all() {
        return Stream.concat(Stream.of(CORE), FEATURES.stream());
    }

    private static List<PropertyRecord> features() {
        ClassLoader loader = PropertyRecord.class.getClassLoader();
        return Stream.concat(
                        Stream.of("backoff-autoconfigure"),
                        Stream.of(FeatureModule.values()).map(FeatureModule::artifact))
                .flatMap(artifact -> names(new ClassPathResource(FILES + artifact, loader)))
                .map(name -> of(ClassUtils.resolveClassName(name, loader).asSubclass(Record.class)))
                .toList();
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

    private static PropertyRecord of(Class<? extends Record> type) {
        String prefix =
                MergedAnnotations.from(type).get(ConfigurationProperties.class).getString("prefix");
        return new PropertyRecord(ConfigurationPropertyName.of(prefix), type);
    }
}
