package io.backoff.rewrite.springretry;

import static io.backoff.rewrite.springretry.Recoveries.cannot;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the recovery methods of a method, and checks that a fallback would call the same methods. */
final class RecoveryChoice {

    private final List<RecoveryMethod> all;

    RecoveryChoice(J.ClassDeclaration type) {
        all = Members.methods(type).stream()
                .filter(method -> method.getLeadingAnnotations().stream().anyMatch(RecoveryChoice::isRecover))
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
                .filter(recovery -> returnsLike(recovery, method))
                .filter(recovery -> name.isBlank() || recovery.name().equals(name))
                .toList();
    }

    /**
     * Returns the recovery methods of a retried method. All of them share one name, and each takes different failures.
     * As in spring-retry, the attribute {@code recover} names them. If the attribute is absent, a failure goes to the
     * method whose exception type is nearest to the failure's class; if several methods have that type, to the one with
     * the most parameters.
     */
    List<RecoveryMethod> of(AnnotatedElement element) {
        J.MethodDeclaration method = Objects.requireNonNull(element.method());
        List<RecoveryMethod> candidates = candidates(element);
        if (candidates.isEmpty()) {
            throw cannot(
                    "no method with '@Recover' returns the type that '" + method.getSimpleName()
                            + "' returns, so failures are wrapped in an 'ExhaustedRetryException': write such a method, or '@Backoff' by hand");
        }
        String name = element.attributes().text("recover").orElse("");
        List<RecoveryMethod> chosen = name.isBlank() ? nearest(method, candidates) : named(name, method, candidates);
        if (chosen.stream().map(RecoveryMethod::name).distinct().count() > 1) {
            throw cannot(names(chosen)
                    + " recover from its failures, but 'fallback' takes one name: give them the same name");
        }
        return chosen;
    }

    /**
     * Returns the recovery methods that the attribute {@code recover} names. Rejects methods that match the same
     * failure: spring-retry calls the first of them, but {@code @Backoff} calls the one whose exception type is nearest
     * to the failure's class.
     */
    private static List<RecoveryMethod> named(
            String name, J.MethodDeclaration method, List<RecoveryMethod> candidates) {
        List<RecoveryMethod> fitting = fitting(method, candidates);
        if (fitting.isEmpty()) {
            throw others(candidates, method);
        }
        for (RecoveryMethod recovery : fitting) {
            if (!recovery.takesArgumentsOf(method)) {
                throw others(List.of(recovery), method);
            }
            if (fitting.stream().anyMatch(other -> other != recovery && !areUnrelated(recovery, other))) {
                throw cannot("of several methods '" + name + "', spring-retry calls the first, but "
                        + "'@Backoff' calls the method for the nearest failure: rename one");
            }
        }
        return fitting;
    }

    private static boolean areUnrelated(RecoveryMethod one, RecoveryMethod other) {
        return one.failure() != null && other.failure() != null && DisjointTypes.are(one.failure(), other.failure());
    }

    private static List<RecoveryMethod> nearest(J.MethodDeclaration method, List<RecoveryMethod> candidates) {
        Map<String, List<RecoveryMethod>> byFailure = candidates.stream()
                .filter(recovery -> recovery.failure() != null)
                .collect(Collectors.groupingBy(RecoveryChoice::failure, LinkedHashMap::new, Collectors.toList()));
        var chosen = new ArrayList<RecoveryMethod>();
        var unfit = new ArrayList<RecoveryMethod>();
        for (List<RecoveryMethod> alternatives : byFailure.values()) {
            if (fitting(method, alternatives).isEmpty()) {
                unfit.addAll(alternatives);
            } else {
                chosen.add(first(method, alternatives));
            }
        }
        for (RecoveryMethod recovery : unfit) {
            if (chosen.stream().anyMatch(other -> TypeUtils.isAssignableTo(failure(other), recovery.failure()))) {
                throw others(List.of(recovery), method);
            }
        }
        List<RecoveryMethod> without = candidates.stream()
                .filter(recovery -> recovery.failure() == null)
                .toList();
        if (!covers(chosen, method) && !fitting(method, without).isEmpty()) {
            chosen.add(first(method, without));
        }
        if (chosen.isEmpty()) {
            throw others(candidates, method);
        }
        return chosen;
    }

    /** Returns those of the recovery methods that can take the retried method's arguments, most parameters first. */
    private static List<RecoveryMethod> fitting(J.MethodDeclaration method, List<RecoveryMethod> some) {
        return some.stream()
                .filter(recovery -> !recovery.cannotTakeArgumentsOf(method))
                .sorted(RecoveryMethod.ORDER)
                .toList();
    }

    /**
     * Returns the recovery method that spring-retry calls, whatever the arguments of the retried method are.
     *
     * @throws CannotMigrateException if there is no such method, or if several take the same failures and parameters
     */
    private static RecoveryMethod first(J.MethodDeclaration method, List<RecoveryMethod> some) {
        List<RecoveryMethod> fitting = fitting(method, some);
        if (!fitting.get(0).takesArgumentsOf(method)) {
            throw others(fitting.subList(0, 1), method);
        }
        List<RecoveryMethod> same = fitting.stream()
                .filter(recovery -> recovery.takesArgumentsOf(method))
                .toList();
        if (same.size() > 1) {
            throw cannot(names(same) + " take the same failures and parameters: name one, with 'recover'");
        }
        return fitting.get(0);
    }

    private static String failure(RecoveryMethod method) {
        return Objects.requireNonNull(method.failure()).getFullyQualifiedName();
    }

    private static CannotMigrateException others(List<RecoveryMethod> some, J.MethodDeclaration method) {
        return cannot(names(some) + (some.size() == 1 ? " has" : " have") + " other parameters than '"
                + method.getSimpleName() + "': give a fallback the same parameters");
    }

    private static String names(List<RecoveryMethod> some) {
        return some.stream()
                .map(recovery -> "'" + recovery.name() + "'")
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    /** Whether the recovery methods accept all exceptions that the retried method may throw. */
    private static boolean covers(List<RecoveryMethod> chosen, J.MethodDeclaration method) {
        return isTaken("java.lang.Exception", chosen)
                || isTaken("java.lang.RuntimeException", chosen) && areTaken(method.getThrows(), chosen);
    }

    private static boolean isTaken(String failure, List<RecoveryMethod> chosen) {
        JavaType type = JavaType.ShallowClass.build(failure);
        return chosen.stream()
                .map(recovery -> String.valueOf(recovery.failure()))
                .anyMatch(caught -> caught.equals(failure)
                        || caught.equals("java.lang.Throwable")
                        || caught.equals("java.lang.Exception")
                                && TypeUtils.isOfClassType(type, "java.lang.RuntimeException"));
    }

    private static boolean areTaken(@Nullable List<NameTree> thrown, List<RecoveryMethod> chosen) {
        return thrown == null
                || thrown.stream()
                        .allMatch(exception -> chosen.stream()
                                .anyMatch(one ->
                                        TypeUtils.isAssignableTo(String.valueOf(one.failure()), exception.getType())));
    }

    /** Whether the return type of a recovery method makes it a candidate for the retried method. */
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
