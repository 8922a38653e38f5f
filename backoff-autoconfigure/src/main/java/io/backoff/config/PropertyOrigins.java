package io.backoff.config;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.OriginTrackedResource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin.Location;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** Determines the origins of properties: where they are set. */
public final class PropertyOrigins {

    /** The origin of a property whose location is unknown. */
    public static final String UNKNOWN = "configuration";

    private final Iterable<ConfigurationPropertySource> sources;

    public PropertyOrigins(Environment environment) {
        this.sources = ConfigurationPropertySources.get(environment);
    }

    /**
     * Returns the origin of a field of a policy or a budget: {@code application.yml:12:17} for a file on the class
     * path, so inside the application's jar; {@code ./config/application.yml:12:17} or {@code
     * /etc/shop/application.yml:12:17} for a file outside; or the name of the property source.
     */
    public String of(SettingsGroup group, String name, String field) {
        return of(group.spellings(name, field));
    }

    /** Returns the origin of a property outside policies and budgets. */
    public String of(String property) {
        return of(List.of(ConfigurationPropertyName.of(property)));
    }

    /** Returns the origin of a list entry, which may be set on its own or with the whole list. */
    String ofEntry(String property) {
        int bracket = property.indexOf('[');
        ConfigurationPropertyName entry = ConfigurationPropertyName.of(property);
        return of(
                bracket < 0
                        ? List.of(entry)
                        : List.of(entry, ConfigurationPropertyName.of(property.substring(0, bracket))));
    }

    /** Returns the origin of a map entry, whose key may contain dots, with or without brackets. */
    public String ofKey(String map, String key) {
        return of(Stream.of(map + "[" + key + "]", map + "." + key)
                .map(each -> ConfigurationPropertyName.adapt(each, '.'))
                .toList());
    }

    // Searches source by source: the first source that sets the property wins, in any spelling.
    private String of(List<ConfigurationPropertyName> spellings) {
        for (ConfigurationPropertySource source : sources) {
            for (ConfigurationPropertyName spelling : spellings) {
                ConfigurationProperty found = source.getConfigurationProperty(spelling);
                if (found != null) {
                    return describe(found.getOrigin());
                }
            }
        }
        return UNKNOWN;
    }

    /** Returns the text of an origin for the Actuator endpoint and failure reports. */
    public static String describe(@Nullable Origin origin) {
        if (origin instanceof PropertySourceOrigin wrapper && wrapper.getOrigin() != null) {
            return describe(wrapper.getOrigin());
        }
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            return place(text.getResource()) + ":" + position(text.getLocation());
        }
        return origin == null ? UNKNOWN : origin.toString();
    }

    /** Returns the text of a property's origin in a source; the name of the source if the origin is unknown. */
    public static String describe(PropertySource<?> source, String name) {
        Origin origin = OriginLookup.getOrigin(source, name);
        return origin == null ? "\"" + source.getName() + "\"" : describe(origin);
    }

    private static String position(Location location) {
        return (location.getLine() + 1) + ":" + (location.getColumn() + 1);
    }

    /** Returns the location of a resource: the file name inside the application, the path outside. */
    public static String place(@Nullable Resource resource) {
        if (resource instanceof OriginTrackedResource tracked) {
            return place(tracked.getResource());
        }
        String name = resource == null ? null : resource.getFilename();
        if (resource == null || name == null) {
            return UNKNOWN;
        }
        return resource instanceof ClassPathResource || !resource.isFile() ? name : path(resource, name);
    }

    private static String path(Resource resource, String name) {
        try {
            File file = resource.getFile();
            return file.isAbsolute() || file.getPath().startsWith(".")
                    ? file.getPath()
                    : "." + File.separator + file.getPath();
        } catch (IOException unreadable) {
            return name;
        }
    }
}
