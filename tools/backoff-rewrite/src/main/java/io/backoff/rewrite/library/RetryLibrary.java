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

/** A retry library from which recipes migrate. Translates its annotations and settings into those of Backoff. */
public interface RetryLibrary {

    /** The full name of the retry annotation. */
    String annotation();

    /** The path of the library's guide in our repository, for example {@code docs/migration/spring-retry.md}. */
    String guide();

    /**
     * Translates one annotation.
     *
     * @throws CannotMigrateException if there is no exact equivalent; the annotation is not changed in that case
     */
    Translation translate(AnnotatedElement element, Configuration configuration);

    /** Translates those settings in a document that apply to all calls, such as {@code order}. */
    default Map<String, String> settings(ConfigDocument document) {
        return Map.of();
    }

    /** Scans a source file. All files are scanned before the first annotation is translated. */
    default void scan(JavaSourceFile file) {}

    /** Whether the library also applies composed annotations, whose types are annotated with {@link #annotation()}. */
    default boolean appliesComposed() {
        return true;
    }

    /**
     * Full names of types that occur in attributes of {@link #annotation()}. When the annotation is replaced, imports
     * of these types are removed if nothing else needs them.
     */
    default Set<String> attributeTypes() {
        return Set.of();
    }

    /** Full names of annotations that enable the library. They are removed with the last retry annotation. */
    default Set<String> switches() {
        return Set.of();
    }

    /** Full names of other annotations that need {@link #switches()}. */
    default Set<String> neighbors() {
        return Set.of();
    }

    /** Full names of types whose use in code must be migrated by hand, each with its section of the guide. */
    default Map<String, String> code() {
        return Map.of();
    }

    /**
     * Full names of the library's exceptions that migrated methods no longer throw, each with the remedy for code that
     * catches the exception.
     */
    default Map<String, String> unthrown() {
        return Map.of();
    }

    /**
     * Prefixes of the library's properties, each with its section of the guide. All properties are kept while code of
     * the application names one of them.
     */
    default Map<String, String> properties() {
        return Map.of();
    }

    /** Returns the policy field that replaces a property or one of the property's parents; null if there is none. */
    default @Nullable PolicyField field(String property) {
        return null;
    }

    /**
     * Returns the properties that are no longer used, as spelled in the configuration. Not called while code of the
     * application uses the library other than by annotations.
     *
     * @param migrated the migrated annotations
     * @param staying the remaining annotations
     */
    default Set<String> unused(
            Configuration configuration, Collection<AnnotatedElement> migrated, Collection<AnnotatedElement> staying) {
        return Set.of();
    }
}
