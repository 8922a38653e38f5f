package io.backoff.config;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.OriginTrackedResource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin.Location;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** Describes the origins of properties: where they are set. */
public final class PropertyOrigins {

    /** The origin of a property whose location is unknown. */
    public static final String UNKNOWN = "configuration";

    private PropertyOrigins() {}

    /** An origin that Spring Boot does not know, such as a change at run time. */
    public record Named(String name) implements Origin {

        @Override
        public String toString() {
            return name;
        }
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

    /** Returns the location of a resource: the path of a file; for a resource in the application, its file name. */
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
