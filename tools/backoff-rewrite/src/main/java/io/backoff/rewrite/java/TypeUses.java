package io.backoff.rewrite.java;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/** Finds uses of a type in code. */
public final class TypeUses extends JavaIsoVisitor<AtomicBoolean> {

    private final String type;
    private final boolean blocks;

    private TypeUses(String type, boolean blocks) {
        this.type = type;
        this.blocks = blocks;
    }

    public static boolean in(J code, String type) {
        return isFound(new TypeUses(type, true), code);
    }

    /** Whether a statement or declaration names the type. Uses inside blocks do not count. */
    public static boolean inStatement(J statement, String type) {
        return isFound(new TypeUses(type, false), statement);
    }

    private static boolean isFound(TypeUses uses, J code) {
        var found = new AtomicBoolean();
        uses.visit(code, found);
        return found.get();
    }

    @Override
    public J.Block visitBlock(J.Block block, AtomicBoolean found) {
        return blocks ? super.visitBlock(block, found) : block;
    }

    @Override
    public J.Identifier visitIdentifier(J.Identifier identifier, AtomicBoolean found) {
        if (TypeUtils.isOfClassType(identifier.getType(), type)) {
            found.set(true);
        }
        return identifier;
    }
}
