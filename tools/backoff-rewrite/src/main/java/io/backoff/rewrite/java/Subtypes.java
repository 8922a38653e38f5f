package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** The classes of a project, by their supertypes. */
public final class Subtypes {

    private final List<J.ClassDeclaration> types = new ArrayList<>();

    public void scan(JavaSourceFile file) {
        new JavaIsoVisitor<List<J.ClassDeclaration>>() {
            @Override
            public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, List<J.ClassDeclaration> found) {
                found.add(type);
                return super.visitClassDeclaration(type, found);
            }
        }.visit(file, types);
    }

    /** Returns all classes of the project. */
    public List<J.ClassDeclaration> all() {
        return types;
    }

    /** Returns the subtypes of a type in the project, without the type itself. */
    public List<J.ClassDeclaration> of(J.ClassDeclaration type) {
        JavaType.FullyQualified known = type.getType();
        return known == null
                ? List.of()
                : types.stream()
                        .filter(candidate ->
                                candidate.getType() != null && !TypeUtils.isOfType(known, candidate.getType()))
                        .filter(candidate ->
                                TypeUtils.isAssignableTo(known.getFullyQualifiedName(), candidate.getType()))
                        .toList();
    }
}
