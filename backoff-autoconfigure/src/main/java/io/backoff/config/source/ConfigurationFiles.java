package io.backoff.config.source;

import io.backoff.config.PropertyOrigins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;

/**
 * Reads the configuration files again, and returns the resulting environment. All other sources stay unchanged and in
 * order: command line, test properties, environment variables, {@code @PropertySource}s, active profiles.
 */
public final class ConfigurationFiles implements Supplier<Environment> {

    private static final List<String> READ_FROM_FILES = List.of("Config resource '", "Config tree '");

    private static final Map<String, PropertySourceLoader> LOADERS = Map.of(
            "yml", new YamlPropertySourceLoader(),
            "yaml", new YamlPropertySourceLoader(),
            "properties", new PropertiesPropertySourceLoader());

    private final ConfigurableEnvironment running;
    private final ResourceLoader resources;
    private List<PropertySource<?>> latest;

    public ConfigurationFiles(ConfigurableEnvironment running, ResourceLoader resources) {
        this.running = running;
        this.resources = resources;
        this.latest = running.getPropertySources().stream().toList();
    }

    /**
     * Reads the files.
     *
     * @throws Unreadable if they cannot be read
     */
    @Override
    public Environment get() {
        ConfigurableEnvironment next = new Empty();
        MutablePropertySources sources = next.getPropertySources();
        PropertySource<?> profiles = activeProfiles();
        sources.addLast(profiles);
        List<PropertySource<?>> below = new ArrayList<>();
        boolean passed = false;
        for (PropertySource<?> source : running.getPropertySources()) {
            if (READ_FROM_FILES.stream().anyMatch(source.getName()::startsWith)) {
                passed = true;
            } else if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
                if (passed && !DefaultPropertiesPropertySource.hasMatchingName(source)) {
                    below.add(source);
                } else {
                    sources.addLast(source);
                }
            }
        }
        read(next);
        sources.remove(profiles.getName());
        // Custom loaders may give their property sources any name, so 'below' may also contain former versions of the
        // files that were just read again. A former version is dropped if the new version has the same name.
        below.stream().filter(source -> !sources.contains(source.getName())).forEach(sources::addLast);
        DefaultPropertiesPropertySource.moveToEnd(next);
        latest = sources.stream().toList();
        return next;
    }

    private void read(ConfigurableEnvironment next) {
        var requested = new Requested(resources);
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(next, requested, null, List.of());
        } catch (RuntimeException failure) {
            throw new Unreadable(malformed(requested.files), failure);
        }
    }

    // Finds the malformed file, which the failure does not name, because a parser does not know its file. If a
    // location contains a wildcard, Spring Boot does not request its files one by one. They are found only if they were
    // readable at the last successful reading.
    private @Nullable Resource malformed(List<Resource> requested) {
        return Stream.concat(requested.stream(), latest.stream().flatMap(ConfigurationFiles::resource))
                .distinct()
                .filter(ConfigurationFiles::isUnreadable)
                .findFirst()
                .orElse(null);
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
        String extension = StringUtils.getFilenameExtension(resource.getFilename());
        PropertySourceLoader loader = extension == null ? null : LOADERS.get(extension);
        try {
            if (loader != null && resource.exists()) {
                loader.load("file", resource);
            }
            return false;
        } catch (Exception unreadable) {
            return true;
        }
    }

    // The profiles that were active at startup stay active, whatever the files contain now.
    private PropertySource<?> activeProfiles() {
        return new MapPropertySource(
                "profilesOfTheStart",
                Map.of(
                        AbstractEnvironment.ACTIVE_PROFILES_PROPERTY_NAME,
                        String.join(",", running.getActiveProfiles())));
    }

    private static final class Empty extends AbstractEnvironment {}

    /** Remembers the requested files, of which many do not exist. */
    private static final class Requested implements ResourceLoader {

        private final ResourceLoader resources;
        private final List<Resource> files = new ArrayList<>();

        private Requested(ResourceLoader resources) {
            this.resources = resources;
        }

        @Override
        public Resource getResource(String location) {
            Resource file = resources.getResource(location);
            files.add(file);
            return file;
        }

        @Override
        public @Nullable ClassLoader getClassLoader() {
            return resources.getClassLoader();
        }
    }

    /**
     * Thrown if the configuration cannot be read, for example because a file is malformed. The message names the file,
     * if it is known, and the position. It omits the parser's message, which quotes the file and may contain a secret.
     */
    static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private static final Pattern POSITION = Pattern.compile("line \\d+, column \\d+");

        private Unreadable(@Nullable Resource file, Throwable failure) {
            super(message(file, NestedExceptionUtils.getMostSpecificCause(failure)), failure);
        }

        private static String message(@Nullable Resource file, Throwable cause) {
            String what = file == null ? "the configuration" : "the file '" + PropertyOrigins.place(file) + "'";
            boolean malformed = file != null && !(cause instanceof IOException);
            return what + " cannot be read: "
                    + (malformed ? "it is malformed" : cause.getClass().getName()) + position(cause);
        }

        // A parser may name two positions: first the start of the enclosing structure, and last the place of the error.
        private static String position(Throwable cause) {
            return POSITION.matcher(String.valueOf(cause.getMessage()))
                    .results()
                    .map(found -> " at " + found.group())
                    .reduce("", (earlier, later) -> later);
        }
    }
}
