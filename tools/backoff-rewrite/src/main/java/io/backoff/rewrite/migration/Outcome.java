package io.backoff.rewrite.migration;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * The outcome for one use of the old library.
 *
 * @param file the path of its source file
 * @param type the full name of the class
 * @param method the method; empty for the class itself
 * @param policy the policy of the new annotation, or null if the use remains
 * @param reason why the use remains, or null
 */
public record Outcome(
        String file,
        String type,
        String method,
        @Nullable String policy,
        @Nullable String reason) {

    static Outcome migrated(Found found, String policy) {
        return new Outcome(path(found.file()), name(found.element().type()), found.method(), policy, null);
    }

    static Outcome stays(Found found, String reason) {
        return new Outcome(path(found.file()), name(found.element().type()), found.method(), null, reason);
    }

    /** Creates the outcome for a class whose code uses the library. */
    static Outcome stays(Path file, J.ClassDeclaration type, String reason) {
        return new Outcome(path(file), name(type), "", null, reason);
    }

    /** Creates the outcome for a file whose classes are not known. */
    static Outcome stays(Path file, String reason) {
        return new Outcome(path(file), String.valueOf(file.getFileName()), "", null, reason);
    }

    private static String path(Path file) {
        return file.toString().replace('\\', '/');
    }

    private static String name(J.ClassDeclaration type) {
        return type.getType() == null ? type.getSimpleName() : type.getType().getFullyQualifiedName();
    }

    public boolean isMigrated() {
        return policy != null;
    }
}
