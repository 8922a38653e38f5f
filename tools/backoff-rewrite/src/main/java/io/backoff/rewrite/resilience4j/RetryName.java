package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.Attributes;

/**
 * The instance name of an annotation.
 *
 * @param configuration the shared configuration, which is used if no property configures the instance
 */
record RetryName(String instance, String configuration) {

    /** A name that is only known at run time. */
    static final RetryName UNKNOWN = new RetryName("", "");

    static RetryName of(AnnotatedElement element) {
        Attributes attributes = element.attributes();
        String name = attributes.text("name").orElse("");
        if (name.matches("#.*|@.*")) {
            throw Unsupported.none("the name is an expression");
        }
        if (name.contains("${") || name.isBlank()) {
            throw Unsupported.setting("the instance that '" + name + "' names is not known here");
        }
        String configuration = attributes.text("configuration").orElse("");
        return new RetryName(name, configuration.isEmpty() ? name : configuration);
    }
}
