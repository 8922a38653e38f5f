package io.backoff.rewrite.springretry;

import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds types that have no value in common. */
final class DisjointTypes {

    private static final Map<JavaType.Primitive, String> BOXES = Map.of(
            JavaType.Primitive.Boolean, "java.lang.Boolean",
            JavaType.Primitive.Byte, "java.lang.Byte",
            JavaType.Primitive.Char, "java.lang.Character",
            JavaType.Primitive.Double, "java.lang.Double",
            JavaType.Primitive.Float, "java.lang.Float",
            JavaType.Primitive.Int, "java.lang.Integer",
            JavaType.Primitive.Long, "java.lang.Long",
            JavaType.Primitive.Short, "java.lang.Short");

    private static final Set<String> ABOVE_BOXES = Set.of(
            "java.lang.Object",
            "java.lang.Number",
            "java.lang.Comparable",
            "java.io.Serializable",
            "java.lang.constant.Constable",
            "java.lang.constant.ConstantDesc");

    private static final Set<String> ABOVE_ARRAYS =
            Set.of("java.lang.Object", "java.lang.Cloneable", "java.io.Serializable");

    private DisjointTypes() {}

    /** Whether two types certainly have no value in common except null; {@code false} if one of them is unknown. */
    static boolean are(JavaType one, JavaType other) {
        if (one instanceof JavaType.Primitive primitive) {
            return other instanceof JavaType.Primitive ? one != other : !mayBe(other, primitive);
        }
        if (other instanceof JavaType.Primitive primitive) {
            return !mayBe(one, primitive);
        }
        if (one instanceof JavaType.Array || other instanceof JavaType.Array) {
            return areOfArrays(one, other);
        }
        JavaType.FullyQualified first = TypeUtils.asFullyQualified(one);
        JavaType.FullyQualified second = TypeUtils.asFullyQualified(other);
        return first != null && second != null && areOfClasses(first, second);
    }

    private static boolean areOfArrays(JavaType one, JavaType other) {
        if (one instanceof JavaType.Array array && other instanceof JavaType.Array another) {
            return are(array.getElemType(), another.getElemType());
        }
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(one instanceof JavaType.Array ? other : one);
        return known != null && !ABOVE_ARRAYS.contains(known.getFullyQualifiedName());
    }

    private static boolean areOfClasses(JavaType.FullyQualified one, JavaType.FullyQualified other) {
        if (TypeUtils.isAssignableTo(one.getFullyQualifiedName(), other)
                || TypeUtils.isAssignableTo(other.getFullyQualifiedName(), one)) {
            return false;
        }
        return isClass(one) && isClass(other) || isFinal(one) || isFinal(other);
    }

    private static boolean mayBe(JavaType type, JavaType.Primitive primitive) {
        if (type instanceof JavaType.Array) {
            return false;
        }
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        return known == null
                || ABOVE_BOXES.contains(known.getFullyQualifiedName())
                || known.getFullyQualifiedName().equals(BOXES.get(primitive));
    }

    private static boolean isClass(JavaType.FullyQualified type) {
        return type.getKind() != JavaType.FullyQualified.Kind.Interface
                && type.getKind() != JavaType.FullyQualified.Kind.Annotation;
    }

    private static boolean isFinal(JavaType.FullyQualified type) {
        return type.hasFlags(Flag.Final) || type.getKind() == JavaType.FullyQualified.Kind.Record;
    }
}
