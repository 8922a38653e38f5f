package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.DeclaredAnnotations;
import io.backoff.rewrite.library.Translation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.openrewrite.java.tree.J;

/** Translates methods with {@code @Recover} into fallbacks, for the methods of one class. */
final class Recoveries {

    private final CodeIndex index;
    private final J.ClassDeclaration type;
    private final RecoveryChoice choice;

    Recoveries(CodeIndex index, J.ClassDeclaration type) {
        this.index = index;
        this.type = type;
        choice = new RecoveryChoice(type);
    }

    /** Whether a class, one of its superclasses or one of its interfaces has methods with {@code @Recover}. */
    static boolean areIn(J.ClassDeclaration type) {
        return !declared(type).isEmpty()
                || Members.supertypes(type).stream()
                        .anyMatch(supertype -> Members.isDeclared(supertype, SpringRetry.RECOVER));
    }

    private static List<J.MethodDeclaration> declared(J.ClassDeclaration type) {
        return Members.methods(type).stream().filter(Recoveries::isRecovery).toList();
    }

    private static boolean isRecovery(J.MethodDeclaration method) {
        return DeclaredAnnotations.of(method).stream()
                .anyMatch(annotation ->
                        RecoveryChoice.isRecover(annotation) || Members.isMeta(annotation, SpringRetry.RECOVER));
    }

    /** Adds the fallback that replaces the recovery methods. */
    Translation recover(AnnotatedElement element, Translation translation) {
        J.MethodDeclaration method = element.method();
        boolean below = index.subtypes(type).stream().anyMatch(Recoveries::areIn);
        if (method == null || !areIn(type) && !below) {
            return translation;
        }
        checkType();
        checkSharing(element);
        List<RecoveryMethod> chosen = chosen(element);
        return translation.withFallback(
                chosen.get(0).name(),
                chosen.stream()
                        .map(recovery -> new Translation.Recovery(
                                recovery.declaration().getId(), SpringRetry.RECOVER, recovery.moved()))
                        .toArray(Translation.Recovery[]::new));
    }

    private void checkType() {
        if (type.getKind() == J.ClassDeclaration.Kind.Type.Interface
                || !index.subtypes(type).isEmpty()) {
            throw cannot("methods with '@Recover' are looked for in each subclass of '" + type.getSimpleName()
                    + "': annotate the methods of the subclasses");
        }
        boolean inherited = Members.supertypes(type).stream()
                .anyMatch(supertype -> Members.isDeclared(supertype, SpringRetry.RECOVER));
        boolean meta = declared(type).stream()
                .anyMatch(method -> method.getLeadingAnnotations().stream().noneMatch(RecoveryChoice::isRecover));
        if (inherited || meta) {
            throw cannot("'@Recover' is inherited, or part of another annotation: put it directly on methods of '"
                    + type.getSimpleName() + "'");
        }
        boolean recoverer = Members.supertypes(type).stream()
                .anyMatch(supertype -> supertype.getClassName().equals("MethodInvocationRecoverer"));
        boolean others = Members.methods(type).stream()
                .flatMap(method -> DeclaredAnnotations.of(method).stream())
                .anyMatch(annotation -> Members.isMeta(annotation, SpringRetry.RETRYABLE));
        if (recoverer || others || Members.has(type.getLeadingAnnotations(), SpringRetry.RETRYABLE)) {
            throw cannot(
                    "another annotation may need the methods with '@Recover' as they are: put '@Retryable' only on "
                            + "methods");
        }
    }

    private List<RecoveryMethod> chosen(AnnotatedElement element) {
        if (!element.attributes().classes("notRecoverable").isEmpty()) {
            throw cannot("'notRecoverable' has no equivalent: declare the fallback with the failures that it handles");
        }
        J.MethodDeclaration method = Objects.requireNonNull(element.method());
        List<RecoveryMethod> chosen = choice.of(element);
        chosen.forEach(recovery -> new FallbackRules(index, type, method, chosen).check(recovery));
        return chosen;
    }

    /**
     * Checks the other methods that share a recovery method with the given method, directly or indirectly. Either all
     * these methods are migrated, including the given one, or none of them is.
     */
    private void checkSharing(AnnotatedElement element) {
        Set<J.MethodDeclaration> seen = new HashSet<>(Set.of(Objects.requireNonNull(element.method())));
        var open = new ArrayDeque<>(List.of(element));
        while (!open.isEmpty()) {
            AnnotatedElement current = open.remove();
            for (AnnotatedElement other : elements()) {
                if (choice.isShared(current, other) && seen.add(Objects.requireNonNull(other.method()))) {
                    check(other);
                    open.add(other);
                }
            }
        }
    }

    private void check(AnnotatedElement other) {
        J.MethodDeclaration method = Objects.requireNonNull(other.method());
        if (!isMigrated(other, method)) {
            throw cannot("it shares its recovery method with '" + method.getSimpleName()
                    + "', which is not migrated: migrate that one first");
        }
    }

    private boolean isMigrated(AnnotatedElement element, J.MethodDeclaration method) {
        if (!method.getLeadingAnnotations().contains(element.annotation())) {
            return false;
        }
        try {
            RetryableSettings.of(element.attributes());
            AsynchronousMethods.check(method);
            chosen(element);
            return true;
        } catch (CannotMigrateException exception) {
            return false;
        }
    }

    /** The retried methods of the class. */
    private List<AnnotatedElement> elements() {
        var elements = new ArrayList<AnnotatedElement>();
        for (J.MethodDeclaration method : Members.methods(type)) {
            DeclaredAnnotations.of(method).stream()
                    .filter(annotation ->
                            Members.has(List.of(annotation), SpringRetry.RETRYABLE) && Members.isInterceptable(method))
                    .forEach(annotation -> elements.add(new AnnotatedElement(annotation, type, method)));
        }
        return elements;
    }

    static CannotMigrateException cannot(String reason) {
        return new CannotMigrateException(reason, "annotations");
    }
}
