package io.backoff.config.source;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Thrown for unknown keys under {@code backoff}. */
final class UnknownKeysException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProperty> properties;

    UnknownKeysException(List<ConfigurationProperty> properties) {
        super("Unknown keys: "
                + properties.stream().map(each -> each.getName().toString()).collect(Collectors.joining(", ")));
        this.properties = properties;
    }

    List<ConfigurationProperty> properties() {
        return properties;
    }
}
