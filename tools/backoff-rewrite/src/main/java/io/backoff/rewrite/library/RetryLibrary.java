package io.backoff.rewrite.library;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicyField;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.JavaSourceFile;

/** A library whose retries a recipe turns into policies. */
public interface RetryLibrary {

    /** The full name of the annotation that makes a method retried. */
    String annotation();

    /** The page of the guide, from the top of the repository: {@code docs/migration/spring-retry.md}. */
    String guide();

    /**
     * Translates one annotation.
     *
     * @throws CannotMigrateException if it cannot be carried over exactly: it then stays as it is
     */
    Translation translate(AnnotatedElement element, Configuration configuration);

    /** Returns what the settings of a document for all calls become: {@code order}, with its value. */
    default Map<String, String> settings(ConfigDocument document) {
        return Map.of();
    }

    /** Takes note of a source file. All files are scanned before the first annotation is translated. */
    default void scan(JavaSourceFile file) {}

    /** Full names of types that only {@link #annotation()} needs, whose imports go with it. */
    default Set<String> attributeTypes() {
        return Set.of();
    }

    /** Full names of annotations that switch the library on. They are removed with the last annotation. */
    default Set<String> switches() {
        return Set.of();
    }

    /** Full names of other annotations that need {@link #switches()}. */
    default Set<String> neighbors() {
        return Set.of();
    }

    /** Full names of types whose use in code has to be migrated by hand, with the section of the guide. */
    default Map<String, String> code() {
        return Map.of();
    }

    /** Full names of exceptions that migrated methods do not throw, with what to do where code names them. */
    default Map<String, String> unthrown() {
        return Map.of();
    }

    /**
     * Prefixes of properties of the library, with the section of the guide. None is removed as long as code of the
     * application names one.
     */
    default Map<String, String> properties() {
        return Map.of();
    }

    /** Returns the field of a policy that takes the place of a property, or of one above it; null if there is none. */
    default @Nullable PolicyField field(String property) {
        return null;
    }

    /**
     * Returns the properties that nothing uses any more, as they are written. It is not asked as long as code uses the
     * library.
     *
     * @param migrated the annotations that are replaced
     * @param staying the annotations that stay
     */
    default Set<String> unused(
            Configuration configuration, Collection<AnnotatedElement> migrated, Collection<AnnotatedElement> staying) {
        return Set.of();
    }
}
