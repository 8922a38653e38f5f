package io.backoff.rewrite.springretry;

import static io.backoff.rewrite.springretry.Recoveries.cannot;

import io.backoff.rewrite.java.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the recovery methods that spring-retry may call for a method, if a fallback can call the same. */
final class RecoveryChoice {

    private final List<RecoveryMethod> all;

    RecoveryChoice(J.ClassDeclaration type) {
        all = Members.methods(type).stream()
                .filter(each -> each.getLeadingAnnotations().stream().anyMatch(RecoveryChoice::isRecover))
                .map(RecoveryMethod::new)
                .toList();
    }

    static boolean isRecover(J.Annotation annotation) {
        return TypeUtils.isOfClassType(annotation.getType(), SpringRetry.RECOVER);
    }

    /** Whether two methods may have a recovery method in common. */
    boolean isShared(AnnotatedElement one, AnnotatedElement other) {
        List<RecoveryMethod> candidates = candidates(one);
        return candidates(other).stream().anyMatch(candidates::contains);
    }

    private List<RecoveryMethod> candidates(AnnotatedElement element) {
        String name = element.attributes().text("recover").orElse("");
        J.MethodDeclaration method = Objects.requireNonNull(element.method());
        return all.stream()
                .filter(each -> returnsLike(each, method))
                .filter(each -> name.isBlank() || each.name().equals(name))
                .toList();
    }

    /** Returns the methods of one name, each of which takes the failures of its type. */
    List<RecoveryMethod> of(AnnotatedElement element) {
        J.MethodDeclaration method = Objects.requireNonNull(element.method());
        String name = element.attributes().text("recover").orElse("");
        List<RecoveryMethod> candidates = candidates(element);
        if (candidates.isEmpty()) {
            throw cannot("no method with '@Recover' returns what '" + method.getSimpleName()
                    + "' does: failures are thrown inside an 'ExhaustedRetryException'");
        }
        if (!name.isBlank() && candidates.size() > 1) {
            throw cannot("of several methods '" + name + "', spring-retry calls the first, "
                    + "a fallback the one for the nearest failure");
        }
        List<RecoveryMethod> chosen = chosen(method, candidates);
        if (chosen.stream().map(RecoveryMethod::name).distinct().count() > 1) {
            throw cannot("methods of different names recover from its failures, and 'fallback' takes one name");
        }
        return chosen;
    }

    private static List<RecoveryMethod> chosen(J.MethodDeclaration method, List<RecoveryMethod> candidates) {
        List<RecoveryMethod> taking =
                candidates.stream().filter(each -> each.failure() != null).toList();
        List<RecoveryMethod> chosen = new ArrayList<>(
                taking.stream().filter(each -> each.takesArgumentsOf(method)).toList());
        for (RecoveryMethod other : taking) {
            if (!chosen.contains(other)
                    && chosen.stream().noneMatch(each -> each.hasFailure(other) && each.precedes(other, method))) {
                throw cannot("'" + other.name() + "' has other parameters than '" + method.getSimpleName() + "'");
            }
        }
        boolean hasLast = candidates.stream().anyMatch(each -> each.failure() == null);
        if (chosen.isEmpty() || hasLast && !covers(chosen, method)) {
            chosen.add(last(method, candidates));
        }
        return chosen;
    }

    /** The method without a failure, which spring-retry calls if no other fits. */
    private static RecoveryMethod last(J.MethodDeclaration method, List<RecoveryMethod> candidates) {
        List<RecoveryMethod> without =
                candidates.stream().filter(each -> each.failure() == null).toList();
        RecoveryMethod fitting = without.stream()
                .filter(each -> each.takesArgumentsOf(method))
                .min(RecoveryMethod.ORDER)
                .orElse(null);
        if (fitting == null || without.stream().anyMatch(each -> each != fitting && !fitting.precedes(each, method))) {
            throw cannot("a method with '@Recover' has other parameters than '" + method.getSimpleName() + "'");
        }
        return fitting;
    }

    /** Whether the methods take all exceptions that may be thrown. */
    private static boolean covers(List<RecoveryMethod> chosen, J.MethodDeclaration method) {
        return isTaken("java.lang.Exception", chosen)
                || isTaken("java.lang.RuntimeException", chosen) && areTaken(method.getThrows(), chosen);
    }

    private static boolean isTaken(String failure, List<RecoveryMethod> chosen) {
        JavaType type = JavaType.ShallowClass.build(failure);
        return chosen.stream()
                .map(each -> String.valueOf(each.failure()))
                .anyMatch(each -> each.equals(failure)
                        || each.equals("java.lang.Throwable")
                        || each.equals("java.lang.Exception")
                                && TypeUtils.isOfClassType(type, "java.lang.RuntimeException"));
    }

    private static boolean areTaken(@Nullable List<NameTree> thrown, List<RecoveryMethod> chosen) {
        return thrown == null
                || thrown.stream()
                        .allMatch(each -> chosen.stream()
                                .anyMatch(one ->
                                        TypeUtils.isAssignableTo(String.valueOf(one.failure()), each.getType())));
    }

    /** Whether a method is considered for another, by what it returns. */
    private static boolean returnsLike(RecoveryMethod recovery, J.MethodDeclaration method) {
        JavaType one = Members.returnType(recovery.declaration());
        JavaType other = Members.returnType(method);
        boolean generic = one instanceof JavaType.Parameterized && other instanceof JavaType.Parameterized;
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(one);
        return generic || known == null
                ? String.valueOf(one).equals(String.valueOf(other))
                : TypeUtils.isOfClassType(other, known.getFullyQualifiedName());
    }
}
