package io.backoff.rewrite.springretry;

import static io.backoff.rewrite.springretry.Recoveries.cannot;

import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Rejects recovery methods that cannot become a fallback.
 *
 * @param type the class of the methods
 * @param method the retried method
 * @param chosen the recovery methods of the retried method
 */
record FallbackRules(
        CodeIndex index, J.ClassDeclaration type, J.MethodDeclaration method, List<RecoveryMethod> chosen) {

    private static final Set<String> HARMLESS = Set.of(
            "Recover",
            "Override",
            "SuppressWarnings",
            "Deprecated",
            "Nullable",
            "NonNull",
            "SneakyThrows",
            "VisibleForTesting");

    /** Annotations of a class that affect calls of its public methods through a proxy. */
    private static final Set<String> ADVICE = Set.of(
            "Transactional",
            "Async",
            "Cacheable",
            "CachePut",
            "CacheEvict",
            "Validated",
            "Repository",
            "Timed",
            "Counted",
            "Observed",
            "Secured",
            "PreAuthorize",
            "PostAuthorize",
            "RolesAllowed",
            "ConcurrencyLimit",
            "CircuitBreaker",
            "Retry",
            "Bulkhead",
            "RateLimiter",
            "TimeLimiter");

    void check(RecoveryMethod recovery) {
        J.MethodDeclaration declaration = recovery.declaration();
        String name = recovery.name();
        boolean moves = recovery.failure() != null && recovery.count() > 1;
        if (moves && isVarargs(declaration)) {
            throw cannot("'" + name
                    + "' ends with a variable number of parameters, so the failure cannot be last: make it an array");
        }
        if (moves && (index.fixes(type, name) || index.calls(type, name) && isGeneric(declaration))) {
            throw cannot("a method reference or Kotlin code names '" + name
                    + "', whose parameters move: call it in Java instead");
        }
        if (moves && isOverriding(declaration)) {
            throw cannot("'" + name + "' overrides a method, so its parameters cannot move: rename it");
        }
        if (Members.isPublic(type, declaration) && isAdvised(declaration)) {
            throw cannot("annotations of '" + name
                    + "' or its class apply to its calls, but '@Backoff' calls the fallback directly: move "
                    + "the annotations, or name the bean in 'fallback'");
        }
        if (Members.methods(type).stream().anyMatch(other -> isServed(other, name))) {
            throw cannot("another method '" + name + "' would be a fallback too: rename it");
        }
    }

    /**
     * Whether the type of a parameter is a type variable, such as {@code T}. If so, the types in calls of the method
     * differ from those in its declaration.
     */
    private static boolean isGeneric(J.MethodDeclaration declaration) {
        return Members.parameterTypes(declaration).stream().anyMatch(JavaType.GenericTypeVariable.class::isInstance);
    }

    private static boolean isVarargs(J.MethodDeclaration declaration) {
        var last = declaration.getParameters().get(declaration.getParameters().size() - 1);
        return last instanceof J.VariableDeclarations variable && variable.getVarargs() != null;
    }

    private boolean isOverriding(J.MethodDeclaration declaration) {
        return Members.has(declaration.getLeadingAnnotations(), "java.lang.Override")
                || Members.supertypes(type).stream()
                        .flatMap(supertype -> supertype.getMethods().stream())
                        .anyMatch(inherited -> inherited.getName().equals(declaration.getSimpleName()));
    }

    private boolean isAdvised(J.MethodDeclaration declaration) {
        return declaration.getLeadingAnnotations().stream()
                        .anyMatch(annotation -> !HARMLESS.contains(annotation.getSimpleName()))
                || type.getLeadingAnnotations().stream()
                        .anyMatch(annotation -> ADVICE.contains(annotation.getSimpleName()));
    }

    /** Whether a method would become a fallback although it is not a recovery method of the retried method. */
    private boolean isServed(J.MethodDeclaration other, String name) {
        List<JavaType> given = Members.parameterTypes(method);
        List<JavaType> taken = Members.parameterTypes(other);
        if (!other.getSimpleName().equals(name)
                || other.getId().equals(method.getId())
                || chosen.stream()
                        .anyMatch(recovery -> recovery.declaration().getId().equals(other.getId()))) {
            return false;
        }
        // The other method may be a recovery method of other retried methods. If so, the migration moves the failure
        // from the first parameter to the last.
        return taken.size() == given.size() && areAssignable(taken, given)
                || taken.size() == given.size() + 1
                        && (areAssignable(taken, given) || areAssignable(taken.subList(1, taken.size()), given));
    }

    private static boolean areAssignable(List<JavaType> taken, List<JavaType> given) {
        for (int i = 0; i < given.size(); i++) {
            if (!TypeUtils.isAssignableTo(taken.get(i), given.get(i))) {
                return false;
            }
        }
        return true;
    }
}
