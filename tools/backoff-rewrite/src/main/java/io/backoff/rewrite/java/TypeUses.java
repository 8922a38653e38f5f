package io.backoff.rewrite.java;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/** Finds uses of a type in code. */
public final class TypeUses extends JavaIsoVisitor<AtomicBoolean> {

    private final String type;

    private TypeUses(String type) {
        this.type = type;
    }

    public static boolean in(J code, String type) {
        var found = new AtomicBoolean();
        new TypeUses(type).visit(code, found);
        return found.get();
    }

    @Override
    public J.Identifier visitIdentifier(J.Identifier identifier, AtomicBoolean found) {
        if (TypeUtils.isOfClassType(identifier.getType(), type)) {
            found.set(true);
        }
        return identifier;
    }
}
