package io.backoff.rewrite.springretry;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.AnnotatedElement;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.DeclaredAnnotations;
import io.backoff.rewrite.java.TypeUses;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.library.Translation;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;

/** Translates {@code @Retryable} and {@code @Recover} of spring-retry. */
public final class SpringRetry implements RetryLibrary {

    private static final String PACKAGE = "org.springframework.retry.annotation.";
    private static final String CONTEXT = "org.springframework.retry.support.RetrySynchronizationManager";
    static final String RETRYABLE = PACKAGE + "Retryable";
    static final String RECOVER = PACKAGE + "Recover";
    static final String CIRCUIT_BREAKER = PACKAGE + "CircuitBreaker";

    private final CodeIndex index = new CodeIndex();

    @Override
    public String annotation() {
        return RETRYABLE;
    }

    @Override
    public String guide() {
        return "docs/migration/spring-retry.md";
    }

    @Override
    public Set<String> attributeTypes() {
        return Set.of(PACKAGE + "Backoff");
    }

    @Override
    public Set<String> switches() {
        return Set.of(PACKAGE + "EnableRetry");
    }

    @Override
    public Set<String> neighbors() {
        return Set.of(CIRCUIT_BREAKER);
    }

    @Override
    public Map<String, String> code() {
        var code = new LinkedHashMap<String, String>();
        for (String type : List.of(
                "support.RetryTemplate",
                "support.RetryTemplateBuilder",
                "support.RetrySynchronizationManager",
                "RetryCallback",
                "RecoveryCallback",
                "RetryContext",
                "RetryOperations",
                "RetryPolicy",
                "RetryListener",
                "RetryException",
                "TerminatedRetryException",
                "backoff.BackOffPolicy",
                "backoff.BackOffInterruptedException",
                "backoff.FixedBackOffPolicy",
                "backoff.ExponentialBackOffPolicy",
                "backoff.ExponentialRandomBackOffPolicy",
                "backoff.UniformRandomBackOffPolicy",
                "backoff.Sleeper",
                "policy.SimpleRetryPolicy",
                "policy.TimeoutRetryPolicy",
                "policy.AlwaysRetryPolicy",
                "policy.NeverRetryPolicy",
                "policy.ExceptionClassifierRetryPolicy",
                "policy.CompositeRetryPolicy",
                "interceptor.RetryInterceptorBuilder",
                "interceptor.RetryOperationsInterceptor",
                "interceptor.MethodInvocationRecoverer",
                "stats.StatisticsListener",
                "support.MetricsRetryListener")) {
            code.put("org.springframework.retry." + type, "retrytemplate");
        }
        return code;
    }

    @Override
    public Map<String, String> unthrown() {
        return Map.of(
                "org.springframework.retry.ExhaustedRetryException",
                "methods with '@Backoff' throw the failure itself, never an 'ExhaustedRetryException':"
                        + " handle the failure here");
    }

    @Override
    public void scan(JavaSourceFile file) {
        index.scan(file);
    }

    @Override
    public Translation translate(AnnotatedElement element, Configuration configuration) {
        if (TypeUses.in(element.type(), CONTEXT)) {
            throw new CannotMigrateException(
                    "'" + element.type().getSimpleName()
                            + "' reads the context of a retry: read CurrentAttempt.get() instead",
                    "retrytemplate");
        }
        PolicySettings settings = RetryableSettings.of(element.attributes());
        Translation translation = Translation.to(settings);
        if (element.type().getKind() == J.ClassDeclaration.Kind.Type.Annotation) {
            checkUsers(element.type());
            return translation;
        }
        if (element.method() == null) {
            new CoveredTypes(index).check(element.type());
            return translation;
        }
        AsynchronousMethods.check(element.method());
        return new Recoveries(index, element.type()).recover(element, translation);
    }

    /** Checks the classes and methods on which an annotation type with {@code @Retryable} is used. */
    private void checkUsers(J.ClassDeclaration annotation) {
        String name = annotation.getType() == null ? "" : annotation.getType().getFullyQualifiedName();
        for (J.ClassDeclaration type : index.types()) {
            if (isUsed(DeclaredAnnotations.of(type), name)) {
                if (type.getKind() == J.ClassDeclaration.Kind.Type.Annotation) {
                    throw new CannotMigrateException(
                            "meta-annotations are followed for one level only: put '@Retryable' on the methods",
                            "by-one-command");
                }
                new CoveredTypes(index).check(type);
            }
            for (J.MethodDeclaration method : Members.methods(type)) {
                if (isUsed(DeclaredAnnotations.of(method), name)) {
                    AsynchronousMethods.check(method);
                    rejectRecovery(type);
                }
            }
        }
    }

    private void rejectRecovery(J.ClassDeclaration type) {
        if (Recoveries.areIn(type) || index.subtypes(type).stream().anyMatch(Recoveries::areIn)) {
            throw new CannotMigrateException(
                    "'" + type.getSimpleName()
                            + "' has methods with '@Recover', which need '@Retryable' itself: put it on the retried methods",
                    "annotations");
        }
    }

    private static boolean isUsed(List<J.Annotation> annotations, String name) {
        return Members.has(annotations, name);
    }
}
