package io.backoff.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;

/** Says where a property is written. */
final class PropertyOrigins {

    private static final String UNKNOWN = "configuration";

    private final Iterable<ConfigurationPropertySource> sources;

    PropertyOrigins(Environment environment) {
        this.sources = ConfigurationPropertySources.get(environment);
    }

    /** For example {@code application.yml:12:17}, or the name of the property source. */
    String of(String property) {
        ConfigurationProperty found = find(ConfigurationPropertyName.adapt(property, '.'));
        if (found == null) {
            found = find(ConfigurationPropertyName.adapt(property + "[0]", '.'));
        }
        return found == null ? UNKNOWN : describe(found);
    }

    private @Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : sources) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }

    private static String describe(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            return file(text.getResource()) + ":" + (text.getLocation().getLine() + 1) + ":"
                    + (text.getLocation().getColumn() + 1);
        }
        return origin == null ? UNKNOWN : origin.toString();
    }

    private static String file(@Nullable Resource resource) {
        String name = resource == null ? null : resource.getFilename();
        return name == null ? UNKNOWN : name;
    }
}
