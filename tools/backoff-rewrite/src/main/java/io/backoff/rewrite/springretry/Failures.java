package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Translates the lists of retried failures. */
final class Failures {

    /** Exceptions that no policy retries, and exceptions that a policy replaces with their cause. */
    private static final Set<String> SPECIAL = Set.of(
            "java.lang.InterruptedException",
            "java.util.concurrent.CancellationException",
            "java.lang.VirtualMachineError",
            "java.lang.LinkageError",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ExecutionException",
            "java.lang.reflect.UndeclaredThrowableException");

    private Failures() {}

    static PolicySettings add(PolicySettings settings, Attributes attributes) {
        List<JavaType.FullyQualified> retried = first(attributes, "value", "retryFor", "include");
        List<JavaType.FullyQualified> others = first(attributes, "noRetryFor", "exclude");
        retried.forEach(Failures::check);
        others.forEach(Failures::check);
        if (retried.isEmpty()) {
            return others.isEmpty()
                    ? settings.with("retry-on", "java.lang.Exception")
                    : settings.with("retry-on", "java.lang.Throwable").with("abort-on", names(others));
        }
        rejectNearer(retried, others);
        PolicySettings some = settings.with("retry-on", names(retried));
        if (!others.isEmpty()) {
            some = some.with("abort-on", names(others))
                    .commented("abort-on", "matches causes too, even those of failures in 'retry-on'");
        }
        return some;
    }

    /**
     * Rejects retried types that are subtypes of a type in {@code noRetryFor}. In spring-retry, the listed type that is
     * nearest to the failure's class decides whether to retry; in a policy, {@code abort-on} takes precedence over
     * {@code retry-on}.
     */
    private static void rejectNearer(List<JavaType.FullyQualified> retried, List<JavaType.FullyQualified> others) {
        for (JavaType.FullyQualified type : retried) {
            for (JavaType.FullyQualified other : others) {
                if (TypeUtils.isAssignableTo(other, type)) {
                    throw new CannotMigrateException(
                            "'%s' is retried although it is a '%s'; in a policy, 'abort-on' would win: leave one out"
                                    .formatted(type.getClassName(), other.getClassName()),
                            "annotations");
                }
            }
        }
    }

    private static List<JavaType.FullyQualified> first(Attributes attributes, String... names) {
        for (String name : names) {
            List<JavaType.FullyQualified> types = attributes.types(name);
            if (!types.isEmpty()) {
                return types;
            }
        }
        return List.of();
    }

    private static void check(JavaType.FullyQualified type) {
        for (String special : SPECIAL) {
            if (TypeUtils.isAssignableTo(special, type)) {
                throw new CannotMigrateException(
                        "'" + type.getClassName()
                                + "' in 'retryFor' or 'noRetryFor' has no effect in a policy: remove it",
                        "what-changes");
            }
        }
    }

    private static List<String> names(List<JavaType.FullyQualified> types) {
        return types.stream()
                .map(JavaType.FullyQualified::getFullyQualifiedName)
                .toList();
    }
}
