package io.backoff.rewrite.migration;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Determines whether a file still uses another type named {@code Backoff}. */
final class OtherBackoff extends JavaIsoVisitor<AtomicBoolean> {

    private final Set<UUID> replaced;

    OtherBackoff(Set<UUID> replaced) {
        this.replaced = replaced;
    }

    @Override
    public J.Annotation visitAnnotation(J.Annotation annotation, AtomicBoolean found) {
        return replaced.contains(annotation.getId()) ? annotation : super.visitAnnotation(annotation, found);
    }

    @Override
    public J.Import visitImport(J.Import imported, AtomicBoolean found) {
        return imported;
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, AtomicBoolean found) {
        if (type.getSimpleName().equals("Backoff")) {
            found.set(true);
        }
        return super.visitClassDeclaration(type, found);
    }

    @Override
    public J.Identifier visitIdentifier(J.Identifier identifier, AtomicBoolean found) {
        JavaType.FullyQualified type = TypeUtils.asFullyQualified(identifier.getType());
        if (identifier.getSimpleName().equals("Backoff")
                && (type == null || !type.getFullyQualifiedName().equals(BackoffAnnotation.NAME))) {
            found.set(true);
        }
        return identifier;
    }
}
