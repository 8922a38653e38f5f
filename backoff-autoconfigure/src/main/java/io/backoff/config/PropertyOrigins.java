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

/** Finds out where a property is set. */
public final class PropertyOrigins {

    /** The origin of a property whose place is unknown. */
    public static final String UNKNOWN = "configuration";

    private final Iterable<ConfigurationPropertySource> sources;

    public PropertyOrigins(Environment environment) {
        this.sources = ConfigurationPropertySources.get(environment);
    }

    /**
     * The origin of a field of a policy or a budget: {@code application.yml:12:17} on the class path, so inside the application's jar;
     * {@code ./config/application.yml:12:17} or {@code /etc/shop/application.yml:12:17} outside of it; or the name of
     * the property source.
     */
    public String of(SettingsGroup group, String name, String field) {
        return of(group.spellings(name, field));
    }

    /** The origin of a property outside of policies and budgets. */
    public String of(String property) {
        return of(List.of(ConfigurationPropertyName.of(property)));
    }

    /** The origin of a list entry, which may be set on its own or with the whole list. */
    String ofEntry(String property) {
        int bracket = property.indexOf('[');
        ConfigurationPropertyName entry = ConfigurationPropertyName.of(property);
        return of(
                bracket < 0
                        ? List.of(entry)
                        : List.of(entry, ConfigurationPropertyName.of(property.substring(0, bracket))));
    }

    /** The origin of an entry of a map, whose key may contain dots, with brackets around it or without. */
    public String ofKey(String map, String key) {
        return of(Stream.of(map + "[" + key + "]", map + "." + key)
                .map(each -> ConfigurationPropertyName.adapt(each, '.'))
                .toList());
    }

    // Searches source by source: the first one wins, however it spells the property.
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

    /** The text of an origin, as the Actuator endpoint and failure reports show it. */
    public static String describe(@Nullable Origin origin) {
        if (origin instanceof PropertySourceOrigin wrapper && wrapper.getOrigin() != null) {
            return describe(wrapper.getOrigin());
        }
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            return place(text.getResource()) + ":" + position(text.getLocation());
        }
        return origin == null ? UNKNOWN : origin.toString();
    }

    /** The text of the origin of a name in a property source; the name of the source if it does not know. */
    public static String describe(PropertySource<?> source, String name) {
        Origin origin = OriginLookup.getOrigin(source, name);
        return origin == null ? "\"" + source.getName() + "\"" : describe(origin);
    }

    private static String position(Location location) {
        return (location.getLine() + 1) + ":" + (location.getColumn() + 1);
    }

    /** The place of a resource: the file name if the application contains it, the path if it is outside. */
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
