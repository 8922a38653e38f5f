package io.backoff.config.source;

import io.backoff.config.PropertyOrigins;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.config.ConfigDataEnvironmentUpdateListener;
import org.springframework.boot.context.config.ConfigDataLocation;
import org.springframework.boot.context.config.ConfigDataResource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;

/**
 * Reads the configuration files again, and returns the resulting environment. All other sources are unchanged and in
 * their order: command line, test properties, environment variables, {@code @PropertySource}s, active profiles.
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
     * @throws Unreadable if one of them cannot be parsed
     */
    @Override
    public Environment get() {
        List<PropertySource<?>> above = new ArrayList<>();
        List<PropertySource<?>> below = new ArrayList<>();
        split(above, below);
        List<PropertySource<?>> files = read(above, below);
        return environment(
                Stream.of(without(files, above), files, without(files, below)).flatMap(List::stream));
    }

    // Custom loaders choose their own names, so a new source replaces the earlier one of the same name.
    private static List<PropertySource<?>> without(List<PropertySource<?>> files, List<PropertySource<?>> others) {
        Set<String> names = files.stream().map(PropertySource::getName).collect(Collectors.toSet());
        return others.stream().filter(each -> !names.contains(each.getName())).toList();
    }

    /** Splits the other sources into those before and those after the files. */
    private void split(List<PropertySource<?>> above, List<PropertySource<?>> below) {
        List<PropertySource<?>> side = above;
        for (PropertySource<?> each : running.getPropertySources()) {
            boolean file = READ_FROM_FILES.stream().anyMatch(each.getName()::startsWith);
            if (file || DefaultPropertiesPropertySource.hasMatchingName(each)) {
                side = below;
            }
            if (!file && !ConfigurationPropertySources.isAttachedConfigurationPropertySource(each)) {
                side.add(each);
            }
        }
    }

    private List<PropertySource<?>> read(List<PropertySource<?>> above, List<PropertySource<?>> below) {
        ConfigurableEnvironment reading = environment(Stream.of(
                        Stream.of(activeProfiles()),
                        above.stream(),
                        below.stream().filter(DefaultPropertiesPropertySource::hasMatchingName))
                .flatMap(sources -> sources));
        latest = load(reading);
        return latest;
    }

    private List<PropertySource<?>> load(ConfigurableEnvironment reading) {
        Added added = new Added();
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(reading, resources, null, List.of(), added);
            return added.sources;
        } catch (RuntimeException failure) {
            throw withFile(failure);
        }
    }

    // Parsers do not know the names of the files they read.
    private RuntimeException withFile(RuntimeException failure) {
        return latest.stream()
                .flatMap(ConfigurationFiles::resource)
                .distinct()
                .filter(ConfigurationFiles::isUnreadable)
                .findFirst()
                .<RuntimeException>map(file -> new Unreadable(PropertyOrigins.place(file), failure))
                .orElse(failure);
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

    // The profiles active at startup stay active, whatever the files contain now.
    private PropertySource<?> activeProfiles() {
        return new MapPropertySource(
                "profilesOfTheStart",
                Map.of(
                        AbstractEnvironment.ACTIVE_PROFILES_PROPERTY_NAME,
                        String.join(",", running.getActiveProfiles())));
    }

    private static ConfigurableEnvironment environment(Stream<PropertySource<?>> sources) {
        ConfigurableEnvironment environment = new Empty();
        sources.forEach(environment.getPropertySources()::addLast);
        return environment;
    }

    private static final class Empty extends AbstractEnvironment {}

    private static final class Added implements ConfigDataEnvironmentUpdateListener {

        private final List<PropertySource<?>> sources = new ArrayList<>();

        @Override
        public void onPropertySourceAdded(
                PropertySource<?> source,
                @Nullable ConfigDataLocation location,
                @Nullable ConfigDataResource resource) {
            sources.add(source);
        }
    }

    /** Thrown for a configuration file that cannot be parsed. */
    static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private Unreadable(String file, Throwable cause) {
            super("the file '" + file + "' cannot be read", cause);
        }
    }
}
