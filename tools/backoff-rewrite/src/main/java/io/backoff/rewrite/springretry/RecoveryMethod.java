package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Signatures;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** A method with {@code @Recover}, as spring-retry reads it. */
record RecoveryMethod(J.MethodDeclaration declaration) {

    /** The order in which spring-retry considers the methods of a class. It calls the first match. */
    static final Comparator<RecoveryMethod> ORDER = Comparator.comparing(RecoveryMethod::count)
            .reversed()
            .thenComparing(RecoveryMethod::name)
            .thenComparing(recovery ->
                    recovery.types().stream().map(RecoveryMethod::describe).collect(Collectors.joining(",")));

    String name() {
        return declaration.getSimpleName();
    }

    int count() {
        return types().size();
    }

    List<JavaType> types() {
        return Members.parameterTypes(declaration);
    }

    /** The type of the first parameter if it is a failure, otherwise null. */
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

    /**
     * Whether this method can never be called with the arguments of a retried method. Ignores arguments that are null,
     * because null fits every class.
     */
    boolean cannotTakeArgumentsOf(J.MethodDeclaration method) {
        List<JavaType> given = Members.parameterTypes(method);
        for (int i = 0; i < arguments().size(); i++) {
            JavaType wanted = arguments().get(i);
            if (i < given.size() ? DisjointTypes.are(wanted, given.get(i)) : wanted instanceof JavaType.Primitive) {
                return true;
            }
        }
        return false;
    }

    /** The signature of the method if its failure parameter must move, or null. */
    @Nullable
    String moved() {
        return failure() == null || declaration.getMethodType() == null
                ? null
                : Signatures.of(declaration.getMethodType());
    }

    private static String describeAll(List<JavaType> types) {
        return types.stream().map(JavaType::toString).collect(Collectors.joining(","));
    }

    private static String describe(JavaType type) {
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        return known == null ? type.toString() : known.getFullyQualifiedName();
    }
}
