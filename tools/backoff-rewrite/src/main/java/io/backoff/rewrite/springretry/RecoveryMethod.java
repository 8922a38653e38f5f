package io.backoff.rewrite.springretry;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** A method with {@code @Recover}, as spring-retry sees it. */
record RecoveryMethod(J.MethodDeclaration declaration) {

    /** The order in which spring-retry looks at the methods of a class. */
    static final Comparator<RecoveryMethod> ORDER = Comparator.comparing(RecoveryMethod::name)
            .thenComparing(RecoveryMethod::count)
            .thenComparing(
                    each -> each.types().stream().map(RecoveryMethod::describe).collect(Collectors.joining(",")));

    String name() {
        return declaration.getSimpleName();
    }

    int count() {
        return types().size();
    }

    List<JavaType> types() {
        return Members.parameterTypes(declaration);
    }

    /** The type of the failure, which is the first parameter, or null if there is none. */
    JavaType.@Nullable FullyQualified failure() {
        return !types().isEmpty() && TypeUtils.isAssignableTo("java.lang.Throwable", types().get(0))
                ? TypeUtils.asFullyQualified(types().get(0))
                : null;
    }

    /** The parameters without the failure. */
    List<JavaType> arguments() {
        return failure() == null ? types() : types().subList(1, types().size());
    }

    boolean takesArgumentsOf(J.MethodDeclaration method) {
        return describeAll(arguments()).equals(describeAll(Members.parameterTypes(method)));
    }

    /** Whether it cannot take the arguments, even if some of them are null. */
    boolean cannotTakeArgumentsOf(J.MethodDeclaration method) {
        List<JavaType> given = Members.parameterTypes(method);
        for (int i = 0; i < count() && i < arguments().size(); i++) {
            JavaType wanted = arguments().get(i);
            boolean missing = i >= given.size();
            if (wanted instanceof JavaType.Primitive && (missing || given.get(i) != wanted && isNoBox(given.get(i)))) {
                return true;
            }
            if (!missing && given.get(i) instanceof JavaType.Primitive && given.get(i) != wanted && isClosed(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNoBox(JavaType type) {
        return type instanceof JavaType.Primitive;
    }

    // A boxed value may be a Number or a Comparable as well.
    private static boolean isClosed(JavaType type) {
        return TypeUtils.isString(type) || type instanceof JavaType.Array;
    }

    boolean hasFailure(RecoveryMethod other) {
        return failure() != null
                && other.failure() != null
                && failure().getFullyQualifiedName().equals(other.failure().getFullyQualifiedName());
    }

    /** Whether spring-retry calls this one rather than another that takes the same failure. */
    boolean precedes(RecoveryMethod other, J.MethodDeclaration method) {
        return other.count() < count()
                || other.cannotTakeArgumentsOf(method)
                || other.count() == count() && ORDER.compare(this, other) < 0;
    }

    private static String describeAll(List<JavaType> types) {
        return types.stream().map(JavaType::toString).collect(Collectors.joining(","));
    }

    private static String describe(JavaType type) {
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        return known == null ? type.toString() : known.getFullyQualifiedName();
    }
}
