package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import java.util.List;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** Rejects annotations on types if {@code @Backoff} and {@code @Retryable} would apply to different methods. */
record CoveredTypes(CodeIndex index) {

    /** Checks an annotated class or interface. */
    void check(J.ClassDeclaration type) {
        boolean isInterface = type.getKind() == J.ClassDeclaration.Kind.Type.Interface;
        checkRecovery(type);
        checkMethods(type);
        if (!isInterface) {
            checkSupertypes(type);
        }
        for (J.ClassDeclaration subtype : index.subtypes(type)) {
            checkRecovery(subtype);
            checkMethods(subtype);
            if (isInterface) {
                checkDeclared(type, subtype);
            }
        }
    }

    private static void checkRecovery(J.ClassDeclaration type) {
        if (Recoveries.areIn(type)) {
            throw new CannotMigrateException(
                    "'" + type.getSimpleName() + "' has methods with '@Recover': move '@Retryable' to the methods",
                    "by-one-command");
        }
    }

    private static void checkMethods(J.ClassDeclaration type) {
        for (J.MethodDeclaration method : Members.methods(type)) {
            if (!Members.isInterceptable(method)) {
                continue;
            }
            if (!Members.isPublic(type, method)) {
                throw new CannotMigrateException(
                        "on a type, '@Backoff' covers only public methods, and '" + method.getSimpleName() + "' is "
                                + "not public: move '@Retryable' to the methods",
                        "by-one-command");
            }
            AsynchronousMethods.check(method);
        }
    }

    private static void checkSupertypes(J.ClassDeclaration type) {
        for (JavaType.FullyQualified supertype : Members.supertypes(type)) {
            if (supertype.getMethods().stream().anyMatch(method -> isInherited(supertype, method))) {
                throw new CannotMigrateException(
                        "'@Backoff' covers the methods of '" + supertype.getClassName()
                                + "' too: move '@Retryable' to the methods",
                        "by-one-command");
            }
        }
    }

    private static boolean isInherited(JavaType.FullyQualified owner, JavaType.Method method) {
        boolean inClass = owner.getKind() == JavaType.FullyQualified.Kind.Class || method.hasFlags(Flag.Default);
        return inClass && Members.isPublicOfObjects(method) || Members.isOn(method, SpringRetry.RETRYABLE);
    }

    /** If an interface is annotated, spring-retry also retries methods that only the implementing class declares. */
    private static void checkDeclared(J.ClassDeclaration type, J.ClassDeclaration subtype) {
        List<String> declared = Members.methods(type).stream()
                .map(J.MethodDeclaration::getSimpleName)
                .toList();
        for (J.MethodDeclaration method : Members.methods(subtype)) {
            if (Members.isInterceptable(method) && !declared.contains(method.getSimpleName())) {
                throw new CannotMigrateException(
                        "on an interface, '@Backoff' covers only methods that the interface has, but it has no '"
                                + method.getSimpleName() + "': move '@Retryable' to the methods",
                        "by-one-command");
            }
        }
    }
}
