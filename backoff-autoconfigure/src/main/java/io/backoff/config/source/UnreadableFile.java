package io.backoff.config.source;

import io.backoff.config.PropertyOrigins;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/** Finds the configuration file that cannot be parsed: parsers do not know the names of the files they read. */
final class UnreadableFile {

    private static final Map<String, PropertySourceLoader> LOADERS = Map.of(
            "yml", new YamlPropertySourceLoader(),
            "yaml", new YamlPropertySourceLoader(),
            "properties", new PropertiesPropertySourceLoader());

    private UnreadableFile() {}

    /** The first file that cannot be parsed, as origins show it; empty if all can be parsed. */
    static Optional<String> among(List<PropertySource<?>> files) {
        return files.stream()
                .flatMap(UnreadableFile::resource)
                .distinct()
                .filter(UnreadableFile::isUnreadable)
                .map(PropertyOrigins::place)
                .findFirst();
    }

    private static Stream<Resource> resource(PropertySource<?> file) {
        return file instanceof EnumerablePropertySource<?> names
                ? Stream.of(names.getPropertyNames())
                        .flatMap(name -> resource(OriginLookup.getOrigin(file, name)))
                        .limit(1)
                : Stream.empty();
    }

    private static Stream<Resource> resource(@Nullable Origin origin) {
        return origin instanceof TextResourceOrigin text ? Stream.ofNullable(text.getResource()) : Stream.empty();
    }

    private static boolean isUnreadable(Resource resource) {
        PropertySourceLoader loader = LOADERS.get(StringUtils.getFilenameExtension(resource.getFilename()));
        try {
            if (loader != null && resource.exists()) {
                loader.load("file", resource);
            }
            return false;
        } catch (Exception unreadable) {
            return true;
        }
    }
}
